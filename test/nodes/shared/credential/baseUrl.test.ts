import { parseBaseUrl } from '../../../../nodes/shared/credential/baseUrl';

/** What of an address is the path of an endpoint. */
const ENDPOINT = /\/api(\/.*)?$/;

it.each([
	['https://api.example.com', 'https://api.example.com'],
	[' https://api.example.com/v2/ ', 'https://api.example.com/v2'],
	['http://127.0.0.1:5678/', 'http://127.0.0.1:5678'],
	['http://localhost:1', 'http://localhost:1'],
	['http://[::1]:1', 'http://[::1]:1'],
	['http://127.100.20.3', 'http://127.100.20.3'],
	['https://api.example.com/v2//', 'https://api.example.com/v2'],
	['https://api.example.com//v2', 'https://api.example.com//v2'],
	['https://api.example.com/v2/api/jobs/7/?all=true', 'https://api.example.com/v2'],
	['https://api.example.com/apis', 'https://api.example.com/apis'],
])('accepts %p', (text, url) => {
	expect(parseBaseUrl(text, 'Base URL', ENDPOINT)).toBe(url);
});

it.each([
	[undefined, 'is empty'],
	['   ', 'is empty'],
	['api.example.com', 'is not a web address'],
	['http://169.254.169.254', 'must begin with https://'],
	['http://localhost.example.com', 'must begin with https://'],
	['http://127.0.0.1.example.com', 'must begin with https://'],
	['http://not-localhost', 'must begin with https://'],
	['ftp://localhost', 'must begin with https://'],
	['file:///etc/passwd', 'must begin with https://'],
	['https://me@example.com', 'must not contain a user name or a password'],
	['https://:secret@example.com', 'must not contain a user name or a password'],
	['https://example.com/?', 'must not contain a question mark'],
	['https://example.com#a', 'must not contain a question mark'],
])('refuses %p: it %s', (text, problem) => {
	expect(() => parseBaseUrl(text, 'Base URL', ENDPOINT)).toThrow(
		`Base URL in the credential ${problem}`,
	);
});

it('says where to enter the address', () => {
	const where: unknown = expect.stringContaining('in the credential.');
	expect(() => parseBaseUrl('', 'Base URL', ENDPOINT)).toThrow(
		expect.objectContaining({ description: where }) as Error,
	);
});
