import type { CredentialInformation } from 'n8n-workflow';
import {
	analyticsUrl,
	baseUrlOf,
	credentialAdvice,
	credentialSettings,
} from '../../../../nodes/shared/credential/settings';
import { parseTemplates } from '../../../../nodes/shared/credential/templates';

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
	{ changes: { callsPerMinute: 0 }, message: 'The credential > Calls per Minute is not valid' },
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
	expect(credentialSettings({ ...credential, apiToken }).apiToken).toBe(apiToken);
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
		// n8n does not save the default.
		{ saved: {}, notificationsUrl: 'https://api2-ww-us-001.yalochat.com' },
		{ saved: { region: 'india' }, notificationsUrl: 'https://api2-in-001.yalochat.com' },
	])('with $saved is the one that the service documents', (row) => {
		const ignored = 'https://ignored.example.com';
		const settings = credentialSettings({
			apiToken: 'secret-token-1',
			analyticsBaseUrl: ignored,
			notificationsBaseUrl: ignored,
			...row.saved,
		});
		expect(baseUrlOf(settings, 'analytics')).toBe('https://api-ww-us-001.yalochat.com');
		expect(baseUrlOf(settings, 'notifications')).toBe(row.notificationsUrl);
	});
});

it.each(['region', 'accountId', 'templates', 'serviceDetails'])(
	'%s whose expression gives nothing is an error, and does not mean the default',
	(field) => {
		const read = () => credentialSettings({ ...credential, [field]: undefined });
		expect(read).toThrow(/^The credential > .* is empty$/);
	},
);

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
		const changed = { callsPerMinute: 50, dateFormat: 'date', endDateIncluded: false };
		expect(details).toEqual({ ...defaults, ...changed });
	});

	it.each(['endDateIncluded', 'requestTimeout'])(
		'are an error if their expression gives nothing: %s',
		(field) => {
			const read = () =>
				credentialSettings({ ...written, serviceDetails: true, [field]: undefined });
			expect(read).toThrow('is empty');
		},
	);

	it('have their defaults while it is off, unlike the templates, which always count', () => {
		const { details, templates } = credentialSettings({ ...written, serviceDetails: false });
		expect(details).toEqual(defaults);
		expect([...parseTemplates(templates).keys()]).toEqual(['t']);
	});
});

describe('parsing a base URL', () => {
	function parse(analyticsBaseUrl: CredentialInformation): string {
		const settings = credentialSettings({ ...credential, analyticsBaseUrl });
		return baseUrlOf(settings, 'analytics');
	}

	it.each([
		{ text: 'http://127.0.0.1:5678/', url: 'http://127.0.0.1:5678' },
		{ text: 'http://[::1]:1', url: 'http://[::1]:1' },
		{ text: 'https://api.example.com//v2//', url: 'https://api.example.com//v2' },
		{ text: 'https://example.com/dp/data-apis', url: 'https://example.com/dp/data-apis' },
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

it.each(['{{ $json.brand }}', 'brand-undefined'])(
	'refuses the Account ID %s, as an expression left it',
	(accountId) => {
		const read = () => credentialSettings({ ...credential, accountId });
		expect(read).toThrow('The credential > Account ID contains ');
	},
);

it('never shows a token that is an expression in Fixed mode', () => {
	const read = () => credentialSettings({ apiToken: '{{ $vars.secretName }}' });
	expect(read).toThrow('API Token in the credential');
	expect(read).not.toThrow('secretName');
});

it('the advice for a credential names the base URL only where the credential shows it', () => {
	const { address } = credentialAdvice('other', 'analytics');
	expect(address).toContain('Check Analytics Base URL in the credential');
	expect(credentialAdvice('india', 'analytics').address).toBe('Check Region in the credential.');
});
