import { InputError } from '../errors';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Checks a base URL of the credential and gives it without a trailing slash, and without the path of
 * an endpoint, where the whole address of one was pasted.
 *
 * Only https is accepted, or http on this computer itself, because the API token travels with
 * every request.
 *
 * @param fieldName the field as the user sees it in the credential
 * @param endpointPath what of an address is the path of an endpoint
 * @throws InputError naming the field and the fix
 */
export function parseBaseUrl(value: unknown, fieldName: string, endpointPath: RegExp): string {
	const fail = (problem: string): never => {
		throw new InputError(
			`${fieldName} in the credential ${problem}`,
			'Open the credential and enter the address that you were given for the service, for example https://api.example.com',
		);
	};

	if (typeof value !== 'string' || value.trim() === '') return fail('is empty');
	const text = value.trim();
	if (!URL.canParse(text)) return fail('is not a web address');
	const url = new URL(text);

	const isLoopback = LOOPBACK.test(url.hostname);
	if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback)) {
		return fail('must begin with https://');
	}
	if (url.username !== '' || url.password !== '') {
		return fail('must not contain a user name or a password');
	}
	const path = url.pathname.replace(/\/+$/, '');
	const basePath = path.replace(endpointPath, '');
	const isEndpoint = basePath !== path;
	if (!isEndpoint && (url.search !== '' || url.hash !== '' || /[?#]/.test(text))) {
		return fail('must not contain a question mark or a hash sign');
	}
	return `${url.origin}${basePath}`;
}
