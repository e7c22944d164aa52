import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../errors';
import { choice, parseField, text } from '../field';
import { type Details, readDetails } from './details';

const PATH = '/dp/data-api/v1/private/analytics';
/** Users copy the address with some of the path, or all of it (section 4). */
const ANALYTICS_ENDPOINT = /\/dp\/data-api(\/.*)?$/;
const NOTIFICATIONS_ENDPOINT = /(\/notifications(\/api(\/.*)?)?|\/api\/v1\/accounts(\/.*)?)$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const idSchema = text.transform((id) => id.trim()).default('');

/** The credential, checked. Base URLs come without a trailing slash. */
export interface Connection {
	token: string;
	accountId: string;
	flowId: string;
	details: Details;
	/** Each is checked when it is used, since a node needs only one of them. */
	analyticsBaseUrl(): string;
	notificationsBaseUrl(): string;
	analyticsUrl(path: `/${string}`): string;
}

export function connectionOf(credential: ICredentialDataDecryptedObject): Connection {
	const read = <T>(schema: z.ZodType<T, z.ZodTypeDef, unknown>, name: string, label: string) =>
		parseField(schema, credential[name], `${label} in the credential`);
	const token = readToken(credential.apiToken);
	const region = read(choice(['global', 'india']).default('global'), 'region', 'Region');
	const analyticsBaseUrl = () =>
		parseBaseUrl(credential.analyticsBaseUrl, 'Analytics Base URL', ANALYTICS_ENDPOINT);
	const notificationsUrl = (name: string, label: string) =>
		parseBaseUrl(credential[name], label, NOTIFICATIONS_ENDPOINT);
	return {
		token,
		accountId: read(idSchema, 'accountId', 'Account ID'),
		flowId: read(idSchema, 'flowId', 'Flow ID'),
		details: readDetails(credential),
		analyticsBaseUrl,
		analyticsUrl: (path) => `${analyticsBaseUrl()}${PATH}${path}`,
		notificationsBaseUrl: () =>
			region === 'india'
				? notificationsUrl('notificationsBaseUrlIndia', 'Notifications Base URL (India)')
				: notificationsUrl('notificationsBaseUrl', 'Notifications Base URL'),
	};
}

/** The token is never shown. */
function readToken(value: unknown): string {
	const token = typeof value === 'string' ? value.trim() : '';
	const refused = (problem: string, advice: string) =>
		new InputError(`API Token in the credential ${problem}`, advice);
	if (token === '') {
		throw refused('is empty', 'Enter the API Token of your account in the credential.');
	}
	if (/^bearer\s/i.test(token)) {
		const advice = 'Enter the token without "Bearer", which the nodes add themselves.';
		throw refused('begins with "Bearer"', advice);
	}
	if (/^[!-~]+$/.test(token)) return token;
	const advice = 'Copy the API Token into the credential once more.';
	throw refused('contains a space, a line break or a special character', advice);
}

/** Only https, or http on this computer: the token travels with every request. @throws InputError */
export function parseBaseUrl(value: unknown, fieldName: string, endpointPath: RegExp): string {
	const fail = (problem: string): never => {
		throw new InputError(
			`${fieldName} in the credential ${problem}`,
			'Enter the address that you were given for the service, for example https://api.example.com, in the credential.',
		);
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
