import { connectionOf } from '../../../../nodes/shared/credential/connection';
import { InputError } from '../../../../nodes/shared/errors';

const credential = {
	apiToken: 'secret-token-1',
	analyticsBaseUrl: 'https://user:secret@example.com',
};

it.each([
	[{ region: 'moon' }, 'Region'],
	[{ accountId: 5 }, 'Account ID'],
	[{ serviceDetails: true, callsPerMinute: 0 }, 'Calls per Minute'],
	[{ serviceDetails: true, requestTimeout: 0 }, 'Request Timeout'],
	[{ serviceDetails: true, timeZoneForm: 'minutes' }, 'Time Zone Format'],
	[{ apiToken: 'secret token' }, 'contains a space'],
	[{ apiToken: ' Bearer secret-token-1' }, 'begins with "Bearer"'],
	[{ apiToken: 'secret-tökén' }, 'special character'],
	[{ apiToken: '' }, 'API Token'],
])('of the credential %j the error names %s and shows nothing secret', (changes, field) => {
	let error: unknown;
	try {
		connectionOf({ ...credential, ...changes });
	} catch (thrown) {
		error = thrown;
	}
	expect(error).toBeInstanceOf(InputError);
	const { message, description } = error as InputError;
	expect(message).toContain(field);
	expect(`${message} ${description}`).not.toContain('secret');
});

describe('base URLs that were copied with a path', () => {
	const API = 'https://api.example.com';
	const ANALYTICS = '/dp/data-api/v1/private/analytics';
	const NOTIFICATIONS = '/api/v1/accounts/1/bots/2/notifications';

	it.each(['', '/', ANALYTICS, `${ANALYTICS}/querying?bulkCopy=true`, '/dp/data-api/'])(
		'analytics: %p',
		(path) => {
			const connection = connectionOf({ ...credential, analyticsBaseUrl: `${API}/x${path}` });
			expect(connection.analyticsBaseUrl()).toBe(`${API}/x`);
		},
	);

	it.each([
		'',
		'/notifications/',
		'/notifications/api/v1',
		`/notifications${NOTIFICATIONS}`,
		NOTIFICATIONS,
	])('notifications: %p', (path) => {
		const connection = connectionOf({ ...credential, notificationsBaseUrl: `${API}/x${path}` });
		expect(connection.notificationsBaseUrl()).toBe(`${API}/x`);
	});
});

describe('More Settings', () => {
	const given = {
		callsPerMinute: '50',
		templates: '[]',
		requestTimeout: 2.5,
		doneWords: 'EXPORTED, ,closed',
		endDateIncluded: 'false',
		timeZoneForm: 'offset',
		dateFormat: 'yyyy/MM/dd',
	};

	it('count while they are on', () => {
		expect(connectionOf({ ...credential, ...given, serviceDetails: true }).details).toEqual({
			...given,
			callsPerMinute: 50,
			doneWords: ['EXPORTED', 'closed'],
			endDateIncluded: false,
		});
	});

	it.each([{ serviceDetails: false }, {}, { serviceDetails: 'no' }])(
		'have their defaults while they are off: %j',
		(off) => {
			expect(connectionOf({ ...credential, ...given, ...off }).details).toEqual({
				callsPerMinute: 5,
				templates: '',
				requestTimeout: 300,
				doneWords: [],
				endDateIncluded: true,
				timeZoneForm: 'name',
				dateFormat: 'date',
			});
		},
	);
});

describe('addresses', () => {
	const addresses = {
		...credential,
		analyticsBaseUrl: 'https://a.example/',
		notificationsBaseUrl: 'https://n.example',
		notificationsBaseUrlIndia: 'https://in.example',
	};

	it('are those of the region', () => {
		expect(connectionOf(addresses).notificationsBaseUrl()).toBe('https://n.example');
		const india = connectionOf({ ...addresses, region: 'india' });
		expect(india.notificationsBaseUrl()).toBe('https://in.example');
		expect(india.analyticsUrl('/querying')).toBe(
			'https://a.example/dp/data-api/v1/private/analytics/querying',
		);
	});

	it('are checked when they are needed, and name their field', () => {
		const connection = connectionOf({ ...credential, region: 'india' });
		expect(() => connection.notificationsBaseUrl()).toThrow(
			'Notifications Base URL (India) in the credential is empty',
		);
	});
});
