import { redirectTarget } from '../../../../nodes/shared/client/redirectTarget';

const FROM = 'https://api.example.com/files/1?a=b';
const target = (location: unknown, { status = 302, from = FROM } = {}) =>
	redirectTarget({ status, headers: { location } }, from);

it.each([300, 302, 307, 399])('status %i leads to the address that is named', (status) => {
	expect(target('https://storage.example/x?y=z', { status })).toBe('https://storage.example/x?y=z');
});

it.each([200, 299, 400, 404])('status %i leads nowhere', (status) => {
	expect(target('https://storage.example/x', { status })).toBeUndefined();
});

it('reads an address as seen from where the request went', () => {
	expect(target('/other')).toBe('https://api.example.com/other');
	expect(target('2')).toBe('https://api.example.com/files/2');
	expect(target('//storage.example/x')).toBe('https://storage.example/x');
});

it.each([undefined, 5, ['https://storage.example/x'], 'https://', 'http://[x'])(
	'does not follow %p',
	(location) => {
		expect(target(location)).toBeUndefined();
	},
);

it('goes from http to https, but never from https to http or to a file', () => {
	const from = 'http://localhost:1/x';
	expect(target('https://storage.example/x', { from })).toBe('https://storage.example/x');
	expect(target('http://localhost:2/x', { from })).toBe('http://localhost:2/x');
	expect(target('ftp://localhost/x', { from })).toBeUndefined();
	expect(target('xhttp://localhost/x', { from })).toBeUndefined();
	expect(target('https2://localhost/x', { from })).toBeUndefined();
	expect(target('http://storage.example/x')).toBeUndefined();
	expect(target('file:///etc/passwd')).toBeUndefined();
});
