import { connectionOf } from '../../../../nodes/shared/credential/connection';
import { InputError } from '../../../../nodes/shared/errors';

const credential = {
	apiToken: 'secret-token-1',
	analyticsBaseUrl: 'https://user:secret@example.com',
};

it.each([
	[{ callsPerMinute: 0 }, 'Calls per Minute'],
	[{ region: 'moon' }, 'Region'],
	[{ accountId: 5 }, 'Account ID'],
	[{ apiToken: 'secret token' }, 'API Token'],
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

describe('Service Details', () => {
	const details = {
		doneWords: 'COMPLETED, ,SUCCESS',
		failedWords: 'KO',
		endDateIncluded: false,
		timeZoneForm: 'offset',
		dateFormat: 'yyyy/MM/dd',
	};

	it('count while the section is on', () => {
		const { serviceDetails } = connectionOf({ ...credential, ...details, serviceDetails: true });
		expect(serviceDetails).toEqual({
			...details,
			doneWords: ['COMPLETED', 'SUCCESS'],
			failedWords: ['KO'],
		});
	});

	it.each([{ serviceDetails: false }, {}])('have their defaults while it is off: %j', (off) => {
		expect(connectionOf({ ...credential, ...details, ...off }).serviceDetails).toEqual({
			doneWords: [],
			failedWords: [],
			endDateIncluded: true,
			timeZoneForm: 'name',
			dateFormat: 'date',
		});
	});

	it('name the field that is not valid', () => {
		const wrong = { ...credential, serviceDetails: true, timeZoneForm: 'minutes' };
		expect(() => connectionOf(wrong)).toThrow('The credential > Time Zone Form is not valid');
	});
});
