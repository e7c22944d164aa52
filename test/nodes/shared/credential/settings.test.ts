import { parseBaseUrl } from '../../../../nodes/shared/credential/addresses';
import { credentialSettings } from '../../../../nodes/shared/credential/settings';

const credential = {
	apiToken: 'secret-token-1',
	region: 'other',
	analyticsBaseUrl: 'https://user:secret@example.com',
};

const CHARACTERS =
	'API Token in the credential contains a space, a line break or a special character';

it.each([
	[{ apiToken: 'secret token' }, CHARACTERS],
	[{ apiToken: 'secret-tökén' }, CHARACTERS],
	[{ apiToken: ' Bearer secret-token-1' }, CHARACTERS],
	[{ apiToken: { secret: 1 } }, 'API Token in the credential is empty'],
	[{ region: '__proto__' }, 'The credential > Region is not valid'],
	[{ accountId: { a: 1 } }, 'The credential > Account ID is not valid'],
	[{ callsPerMinute: 0 }, 'The credential > Calls per Minute is not valid'],
	[{ requestTimeout: -1 }, 'The credential > Request Timeout (Seconds) is not valid'],
	[{ dateFormat: { a: 1 } }, 'The credential > Date Format is not valid'],
])('the error of %j names the field and shows nothing secret', (changes, message) => {
	const description = expect.not.stringContaining('secret') as string;
	const error = expect.objectContaining({ name: 'InputError', message, description }) as Error;
	expect(() => credentialSettings({ ...credential, serviceDetails: true, ...changes })).toThrow(
		error,
	);
});

describe('a token that was copied with something around it', () => {
	const AROUND = 'API Token in the credential has';
	it.each([
		{ apiToken: '"secret-token-1"', message: `${AROUND} quotation marks around it` },
		{ apiToken: "'secret-token-1'", message: `${AROUND} quotation marks around it` },
		{ apiToken: '`secret-token-1`', message: `${AROUND} quotation marks around it` },
		{ apiToken: 'secret-token-1"', message: `${AROUND} quotation marks around it` },
		{ apiToken: '<secret-token-1>', message: `${AROUND} brackets around it` },
		{ apiToken: '{secret-token-1}', message: `${AROUND} brackets around it` },
		{ apiToken: '${SECRET_TOKEN}', message: `${AROUND} brackets around it` },
		{ apiToken: '[secret-token-1]', message: `${AROUND} brackets around it` },
		{
			apiToken: 'API_TOKEN=secret-token-1',
			message: 'API Token in the credential begins with a name and an equals sign',
		},
	])('is an error before any request: $apiToken', ({ apiToken, message }) => {
		const description = expect.not.stringContaining('secret') as string;
		const error = expect.objectContaining({ name: 'InputError', message, description }) as Error;
		expect(() => credentialSettings({ ...credential, apiToken })).toThrow(error);
	});

	it.each([
		'c2VjcmV0LXRva2Vu==',
		'eyJhbGciOi.eyJzdWIiO.c2lnbmF0dXJl',
		'a+b/c=',
		'1|secret',
		'a-b_c~d.e',
	])('is none if it is a part of the token: %s', (apiToken) => {
		expect(credentialSettings({ ...credential, apiToken }).token).toBe(apiToken);
	});
});

describe('base URLs', () => {
	const API = 'https://api.example.com';
	const ANALYTICS = '/dp/data-api/v1/private/analytics';
	const NOTIFICATIONS = '/api/v1/accounts/1/bots/2/notifications';

	const COPIED = ['', '/', ANALYTICS, `${ANALYTICS}/querying?bulkCopy=true`, '/dp/data-api/'];
	it.each(COPIED)('may have the path %p', (path) => {
		const connection = credentialSettings({ ...credential, analyticsBaseUrl: `${API}/x${path}` });
		expect(connection.analyticsBaseUrl()).toBe(`${API}/x`);
		expect(connection.analyticsUrl('/querying')).toBe(`${API}/x${ANALYTICS}/querying`);
	});

	const COPIED_TOO = ['', '/notifications/api/v1', `/notifications${NOTIFICATIONS}`, NOTIFICATIONS];
	it.each(COPIED_TOO)('may have the path %p', (path) => {
		const connection = credentialSettings({
			...credential,
			notificationsBaseUrl: `${API}/x${path}`,
		});
		expect(connection.notificationsBaseUrl()).toBe(`${API}/x`);
	});

	it.each([
		// As the editor leaves out what is at its default.
		[undefined as never, 'https://api2-ww-us-001.yalochat.com'],
		['global', 'https://api2-ww-us-001.yalochat.com'],
		['india', 'https://api2-in-001.yalochat.com'],
	])('of the region %s are those that the service documents', (region, url) => {
		const connection = credentialSettings({ ...credential, notificationsBaseUrl: API, region });
		expect(connection.analyticsBaseUrl()).toBe('https://api-ww-us-001.yalochat.com');
		expect(connection.notificationsBaseUrl()).toBe(url);
	});
});

it.each([true, false])('More Settings count while they are on: %j', (isOn) => {
	const written = {
		callsPerMinute: '50',
		alreadySentWords: 'known, ,sent before',
		dateFormat: 'date',
		endDateIncluded: 'false',
		templates: '[{ "id": "t" }]',
	};
	const { details, templates } = credentialSettings({
		...credential,
		...written,
		serviceDetails: isOn,
	});
	const { details: defaults } = credentialSettings(credential);
	const dates = { dateFormat: 'date', endDateIncluded: false };
	const read = { callsPerMinute: 50, alreadySentWords: ['known', 'sent before'], ...dates };
	expect(details).toEqual(isOn ? { ...defaults, ...read } : defaults);
	expect([...templates().keys()]).toEqual(['t']);
});

describe('a base URL', () => {
	const parse = (value: unknown) => parseBaseUrl(value, 'Base URL', /\/api(\/.*)?$/);

	it.each([
		['https://api.example.com', 'https://api.example.com'],
		['http://127.0.0.1:5678/', 'http://127.0.0.1:5678'],
		['http://[::1]:1', 'http://[::1]:1'],
		['https://api.example.com//v2//', 'https://api.example.com//v2'],
		['https://api.example.com/v2/api/jobs/7/?all=true', 'https://api.example.com/v2'],
		['https://api.example.com/apis', 'https://api.example.com/apis'],
	])('accepts %p', (text, url) => {
		expect(parse(text)).toBe(url);
	});

	const NOT_SECURE = 'must begin with https://';
	const USER = 'must not contain a user name or a password';
	const QUESTION = 'must not contain a question mark or a hash sign';

	it.each<[unknown, string]>([
		['   ', 'is empty'],
		[['https://example.com'], 'is empty'],
		['api.example.com', 'is not a web address'],
		['http://169.254.169.254', NOT_SECURE],
		['http://127.0.0.1.example.com', NOT_SECURE],
		['ftp://localhost', NOT_SECURE],
		['https://me@example.com', USER],
		['https://:me@example.com', USER],
		['https://example.com#a', QUESTION],
	])('refuses %p: it %s', (text, problem) => {
		expect(() => parse(text)).toThrow(`Base URL in the credential ${problem}`);
	});
});
