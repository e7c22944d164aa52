import { InputError } from '../errors';

/** The addresses that the service documents. It names no separate analytics address for India. */
const ANALYTICS = 'https://api-ww-us-001.yalochat.com';
const BY_REGION = {
	global: { analytics: ANALYTICS, notifications: 'https://api2-ww-us-001.yalochat.com' },
	india: { analytics: ANALYTICS, notifications: 'https://api2-in-001.yalochat.com' },
};

const ANALYTICS_PATH = '/dp/data-api/v1/private/analytics';
/** Users copy the address with a part of the path, or with all of it (section 4), which is then removed. */
const ANALYTICS_ENDPOINT = /\/dp\/data-api(\/.*)?$/;
const NOTIFICATIONS_ENDPOINT = /(\/notifications(\/api(\/.*)?)?|\/api\/v1\/accounts(\/.*)?)$/;

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * The addresses of the service, without a trailing slash. Each one is checked when it is used, because
 * each node needs only one of them.
 */
export interface Addresses {
	/** @throws InputError */
	analyticsBaseUrl(): string;
	/** @throws InputError */
	analyticsUrl(path: `/${string}`): string;
	/** @throws InputError */
	notificationsBaseUrl(): string;
}

/** The addresses of a region. @param entered the base URLs of the credential, which only Region > Other uses */
export function addressesOf(
	region: 'global' | 'india' | 'other',
	entered: { analytics: unknown; notifications: unknown },
): Addresses {
	const fixed = region === 'other' ? undefined : BY_REGION[region];
	const analyticsBaseUrl = () =>
		fixed?.analytics ?? parseBaseUrl(entered.analytics, 'Analytics Base URL', ANALYTICS_ENDPOINT);
	return {
		analyticsBaseUrl,
		analyticsUrl: (path) => `${analyticsBaseUrl()}${ANALYTICS_PATH}${path}`,
		notificationsBaseUrl: () =>
			fixed?.notifications ??
			parseBaseUrl(entered.notifications, 'Notifications Base URL', NOTIFICATIONS_ENDPOINT),
	};
}

/**
 * Checks a base URL. It must begin with https, unless it leads to this computer, because the token is sent
 * with every request.
 * @param endpointPath matches the part of the path that the nodes themselves add
 * @throws InputError
 */
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
	const hasEndpoint = basePath !== path;
	if (!hasEndpoint && /[?#]/.test(address)) {
		return fail('must not contain a question mark or a hash sign');
	}
	return `${url.origin}${basePath}`;
}
