import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { InputError } from '../errors';
import { TOKEN_PLACE } from '../http/refusal';
import { type CredentialValues, readCredential } from './fields';
import { parseTemplates, type Template } from './templates';

/** As the service documents them; it shows no analytics address of its own for India. */
const ANALYTICS = 'https://api-ww-us-001.yalochat.com';
const ADDRESSES = {
	global: { analytics: ANALYTICS, notifications: 'https://api2-ww-us-001.yalochat.com' },
	india: { analytics: ANALYTICS, notifications: 'https://api2-in-001.yalochat.com' },
};

const ANALYTICS_PATH = '/dp/data-api/v1/private/analytics';
/** Users copy the address with some of the path, or all of it (section 4). */
const ANALYTICS_ENDPOINT = /\/dp\/data-api(\/.*)?$/;
const NOTIFICATIONS_ENDPOINT = /(\/notifications(\/api(\/.*)?)?|\/api\/v1\/accounts(\/.*)?)$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

type Settings = Pick<CredentialValues, 'region' | 'accountId' | 'flowId' | 'details'>;

/** The credential, checked. Base URLs come without a trailing slash. */
export interface Connection extends Settings {
	token: string;
	/** Each is checked when it is used, since a node needs only one of them. */
	analyticsBaseUrl(): string;
	analyticsUrl(path: `/${string}`): string;
	notificationsBaseUrl(): string;
	templates(): ReadonlyMap<string, Template>;
}

export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const token = readToken(credential.apiToken);
	const { region, accountId, flowId, details } = readCredential(credential);
	const fixed = region === 'other' ? undefined : ADDRESSES[region];
	const { analyticsBaseUrl: analytics, notificationsBaseUrl: notifications } = credential;
	const analyticsBaseUrl = () =>
		fixed?.analytics ?? parseBaseUrl(analytics, 'Analytics Base URL', ANALYTICS_ENDPOINT);
	return {
		token,
		region,
		accountId,
		flowId,
		details,
		analyticsBaseUrl,
		analyticsUrl: (path) => `${analyticsBaseUrl()}${ANALYTICS_PATH}${path}`,
		notificationsBaseUrl: () =>
			fixed?.notifications ??
			parseBaseUrl(notifications, 'Notifications Base URL', NOTIFICATIONS_ENDPOINT),
		templates: () => parseTemplates(credential.templates),
	};
}

/** The token is never shown. */
function readToken(value: unknown): string {
	const token = typeof value === 'string' ? value.trim() : '';
	if (token === '') {
		const advice = `Enter the API Token of your account. ${TOKEN_PLACE}`;
		throw new InputError('API Token in the credential is empty', advice);
	}
	if (/^[!-~]+$/.test(token)) return token;
	const advice = 'Enter the token alone, without "Bearer", which the nodes add themselves.';
	const problem = 'contains a space, a line break or a special character';
	throw new InputError(`API Token in the credential ${problem}`, advice);
}

/** Only https, or http on this computer: the token travels with every request. @throws InputError */
export function parseBaseUrl(value: unknown, fieldName: string, endpointPath: RegExp): string {
	const advice =
		'Enter the address that you were given for the service, for example https://api.example.com, or choose another Region.';
	const fail = (problem: string): never => {
		throw new InputError(`${fieldName} in the credential ${problem}`, advice);
	};

	if (typeof value !== 'string' || value.trim() === '') return fail('is empty');
	const address = value.trim();
	if (!URL.canParse(address)) return fail('is not a web address');
	const url = new URL(address);

	const isLocal = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
	if (url.protocol !== 'https:' && !isLocal) return fail('must begin with https://');
	if (url.username || url.password) return fail('must not contain a user name or a password');
	const path = url.pathname.replace(/\/+$/, '');
	const basePath = path.replace(endpointPath, '');
	if (basePath === path && (url.search !== '' || url.hash !== '' || /[?#]/.test(address))) {
		return fail('must not contain a question mark or a hash sign');
	}
	return `${url.origin}${basePath}`;
}
