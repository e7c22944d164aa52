import { InputError } from '../errors';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Only https, or http on this computer: the token travels with every request. @throws InputError */
export function parseBaseUrl(value: unknown, fieldName: string, endpointPath: RegExp): string {
	const fail = (problem: string): never => {
		throw new InputError(
			`${fieldName} in the credential ${problem}`,
			'Enter the address that you were given for the service, for example https://api.example.com, in the credential.',
		);
	};

	if (typeof value !== 'string' || value.trim() === '') return fail('is empty');
	const text = value.trim();
	if (!URL.canParse(text)) return fail('is not a web address');
	const url = new URL(text);

	const isLocal = url.protocol === 'http:' && LOOPBACK.test(url.hostname);
	if (url.protocol !== 'https:' && !isLocal) return fail('must begin with https://');
	if (url.username || url.password) return fail('must not contain a user name or a password');
	const path = url.pathname.replace(/\/+$/, '');
	const basePath = path.replace(endpointPath, '');
	if (basePath === path && (url.search !== '' || url.hash !== '' || /[?#]/.test(text))) {
		return fail('must not contain a question mark or a hash sign');
	}
	return `${url.origin}${basePath}`;
}
