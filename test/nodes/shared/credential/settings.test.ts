import {
	analyticsUrl,
	baseUrlOf,
	credentialAdvice,
	credentialSettings,
} from '../../../../nodes/shared/credential/settings';

const credential = {
	apiToken: 'secret-token-1',
	region: 'other',
	analyticsBaseUrl: 'https://user:secret@example.com',
};

/** An error of the user's input, which shows nothing of a token or password that contains "secret". */
function errorWithoutSecrets(message: string): Error {
	const description = expect.not.stringContaining('secret') as string;
	return expect.objectContaining({ name: 'InputError', message, description }) as Error;
}

it.each([
	{ changes: { apiToken: { secret: 1 } }, message: 'API Token in the credential is empty' },
	{ changes: { accountId: { a: 1 } }, message: 'The credential > Account ID is not valid' },
	{ changes: { callsPerMinute: 0 }, message: 'The credential > Calls per Minute is not valid' },
	{
		changes: { requestTimeout: -1 },
		message: 'The credential > Request Timeout (Seconds) is not valid',
	},
])('refuses $changes with an error that names the field', ({ changes, message }) => {
	const written = { ...credential, serviceDetails: true, ...changes };
	expect(() => credentialSettings(written)).toThrow(errorWithoutSecrets(message));
});

const CHARACTERS = 'contains a space, a line break or a special character';

it.each(['secret token', 'secret-tökén', ' Bearer secret-token-1', 'secret\ntoken'])(
	'a token with other characters than tokens have is an error before any request: %s',
	(apiToken) => {
		const error = errorWithoutSecrets(`API Token in the credential ${CHARACTERS}`);
		expect(() => credentialSettings({ ...credential, apiToken })).toThrow(error);
	},
);

it.each([
	'c2VjcmV0LXRva2Vu==',
	'eyJhbGciOi.eyJzdWIiO.c2lnbmF0dXJl',
	'a+b/c=',
	'1|secret',
	'a-b_c~d.e',
])('special characters may be a part of the token: %s', (apiToken) => {
	expect(credentialSettings({ ...credential, apiToken }).token).toBe(apiToken);
});

describe('the base URL', () => {
	it.each([
		'',
		'/',
		'/dp/data-api/v1/private/analytics',
		'/dp/data-api/v1/private/analytics/querying?bulkCopy=true',
		'/dp/data-api/',
	])('of analytics may end in a path that was copied from the documentation: "%s"', (path) => {
		const analyticsBaseUrl = `https://api.example.com/x${path}`;
		const settings = credentialSettings({ ...credential, analyticsBaseUrl });
		expect(baseUrlOf(settings, 'analytics')).toBe('https://api.example.com/x');
		expect(analyticsUrl(settings, '/querying')).toBe(
			'https://api.example.com/x/dp/data-api/v1/private/analytics/querying',
		);
	});

	it.each([
		'',
		'/notifications/api/v1',
		'/notifications/api/v1/accounts/1/bots/2/notifications',
		'/api/v1/accounts/1/bots/2/notifications',
	])('of notifications may end in a path that was copied from the documentation: "%s"', (path) => {
		const notificationsBaseUrl = `https://api.example.com/x${path}`;
		const settings = credentialSettings({ ...credential, notificationsBaseUrl });
		expect(baseUrlOf(settings, 'notifications')).toBe('https://api.example.com/x');
	});

	it.each([
		{ region: { region: 'global' }, notificationsUrl: 'https://api2-ww-us-001.yalochat.com' },
		{ region: { region: 'india' }, notificationsUrl: 'https://api2-in-001.yalochat.com' },
		// n8n does not save the default.
		{ region: {}, notificationsUrl: 'https://api2-ww-us-001.yalochat.com' },
	])('for the region $region is the one that the service documents', (row) => {
		const settings = credentialSettings({
			apiToken: 'secret-token-1',
			analyticsBaseUrl: 'https://ignored.example.com',
			notificationsBaseUrl: 'https://ignored.example.com',
			...row.region,
		});
		expect(baseUrlOf(settings, 'analytics')).toBe('https://api-ww-us-001.yalochat.com');
		expect(baseUrlOf(settings, 'notifications')).toBe(row.notificationsUrl);
	});
});

describe('the fields of More Settings', () => {
	const written = {
		...credential,
		callsPerMinute: '50',
		dateFormat: 'date',
		endDateIncluded: 'false',
		templates: 't',
	};
	const { details: defaults } = credentialSettings(credential);

	it('count while More Settings is on', () => {
		const { details } = credentialSettings({ ...written, serviceDetails: true });
		expect(details).toEqual({
			...defaults,
			callsPerMinute: 50,
			dateFormat: 'date',
			endDateIncluded: false,
		});
	});

	it('have their defaults while it is off', () => {
		const { details } = credentialSettings({ ...written, serviceDetails: false });
		expect(details).toEqual(defaults);
	});

	it.each([true, false])('do not include the templates, which always count: %j', (isOn) => {
		const { templates } = credentialSettings({ ...written, serviceDetails: isOn });
		expect([...templates().keys()]).toEqual(['t']);
	});
});

describe('parsing a base URL', () => {
	function parse(analytics: unknown): string {
		const baseUrls = { analytics, notifications: '' };
		return baseUrlOf({ region: 'other', baseUrls }, 'analytics');
	}

	it.each([
		{ text: 'https://api.example.com', url: 'https://api.example.com' },
		{ text: 'http://127.0.0.1:5678/', url: 'http://127.0.0.1:5678' },
		{ text: 'http://[::1]:1', url: 'http://[::1]:1' },
		{ text: 'https://api.example.com//v2//', url: 'https://api.example.com//v2' },
		{
			text: 'https://api.example.com/v2/dp/data-api/v1/?all=true',
			url: 'https://api.example.com/v2',
		},
		{
			text: 'https://api.example.com/dp/data-apis',
			url: 'https://api.example.com/dp/data-apis',
		},
	])('accepts $text as $url', ({ text, url }) => {
		expect(parse(text)).toBe(url);
	});

	it.each([
		'   ',
		['https://example.com'],
		'api.example.com',
		'http://169.254.169.254',
		'http://127.0.0.1.example.com',
		'ftp://localhost',
		'https://me@example.com',
		'https://:me@example.com',
		'https://example.com#a',
		'https://example.com?a',
	])('refuses %j', (value) => {
		const error = errorWithoutSecrets(
			'Analytics Base URL in the credential is not a valid address',
		);
		expect(() => parse(value)).toThrow(error);
	});
});

it.each([
	{ accountId: '{{ $json.brand }}', problem: 'contains an expression that was not evaluated' },
	{ accountId: '$json.brand', problem: 'contains an expression that was not evaluated' },
	{ accountId: 'brand-undefined', problem: 'contains "undefined"' },
])('refuses the Account ID $accountId, as an expression left it', ({ accountId, problem }) => {
	const credential = { apiToken: 'token-of-a-test', accountId };
	expect(() => credentialSettings(credential)).toThrow(`The credential > Account ID ${problem}`);
});

it('never shows a token that is an expression in Fixed mode', () => {
	const read = () => credentialSettings({ apiToken: '{{ $vars.secretName }}' });
	expect(read).toThrow('API Token in the credential');
	expect(read).not.toThrow('secretName');
});

describe('the advice for a credential', () => {
	it('names the base URL only where the credential shows it', () => {
		expect(credentialAdvice('other', 'analytics')).toMatchObject({
			address:
				'Check Analytics Base URL in the credential: analytics and notifications have different addresses.',
		});
		const { address } = credentialAdvice('india', 'analytics');
		expect(address).toBe('Check Region in the credential.');
	});

	it('names the fields of the credential for whatever may be wrong in it', () => {
		const advice = credentialAdvice('global', 'analytics');
		expect(advice.token).toMatch(/^Enter a valid API Token in the credential\. In Yalo Studio, /);
		expect(advice.permission).toContain('API Token in the credential');
		expect(advice.rateLimit).toContain('Calls per Minute in the credential');
		expect(advice.silence).toContain('Request Timeout in the credential');
	});
});
