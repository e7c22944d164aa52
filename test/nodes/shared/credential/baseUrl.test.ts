import { parseBaseUrl } from '../../../../nodes/shared/credential/baseUrl';

const parse = (value: unknown) => parseBaseUrl(value, 'Base URL', /\/api(\/.*)?$/);

it.each([
	['https://api.example.com', 'https://api.example.com'],
	[' https://api.example.com/v2/ ', 'https://api.example.com/v2'],
	['http://127.0.0.1:5678/', 'http://127.0.0.1:5678'],
	['http://localhost:1', 'http://localhost:1'],
	['http://[::1]:1', 'http://[::1]:1'],
	['http://127.100.20.3', 'http://127.100.20.3'],
	['https://api.example.com//v2//', 'https://api.example.com//v2'],
	['https://api.example.com/v2/api/jobs/7/?all=true', 'https://api.example.com/v2'],
	['https://api.example.com/apis', 'https://api.example.com/apis'],
])('accepts %p', (text, url) => {
	expect(parse(text)).toBe(url);
});

const EMPTY = 'is empty';
const NO_ADDRESS = 'is not a web address';
const NOT_SECURE = 'must begin with https://';
const USER = 'must not contain a user name or a password';
const QUESTION = 'must not contain a question mark or a hash sign';

it.each<[unknown, string]>([
	[undefined, EMPTY],
	['   ', EMPTY],
	[['https://example.com'], EMPTY],
	['api.example.com', NO_ADDRESS],
	['http://127.0.0.1\u2024example.com', NO_ADDRESS],
	['http://169.254.169.254', NOT_SECURE],
	['http://localhost.example.com', NOT_SECURE],
	['http://127.0.0.1.example.com', NOT_SECURE],
	['http://localhost@example.com', NOT_SECURE],
	['http://not-localhost', NOT_SECURE],
	['ftp://localhost', NOT_SECURE],
	['javascript:alert(1)', NOT_SECURE],
	['https://me@example.com', USER],
	['https://:secret@example.com', USER],
	['https://example.com/?', QUESTION],
	['https://example.com#a', QUESTION],
])('refuses %p: it %s', (text, problem) => {
	expect(() => parse(text)).toThrow(
		expect.objectContaining({
			message: `Base URL in the credential ${problem}`,
			description: expect.stringMatching(/^Enter the address .* in the credential\.$/) as string,
		}) as Error,
	);
});
