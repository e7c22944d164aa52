import { CannotRun, givenBy, reportPath, settingsOf } from './settings';

const GIVEN = {
	CHAT_COMMERCE_TOKEN: 'any-token',
	CHAT_COMMERCE_ANALYTICS_URL: 'https://example.invalid',
};

it('allows 5 calls a minute, and sends nothing, unless it is told otherwise', () => {
	expect(settingsOf(givenBy(GIVEN))).toMatchObject({ callsPerMinute: 5, maySend: false });
});

it.each([
	{ region: 'global', notifications: 'https://api2-ww-us-001.yalochat.com' },
	{ region: 'india', notifications: 'https://api2-in-001.yalochat.com' },
])('the region $region has the addresses of the credential', ({ region, notifications }) => {
	const given = givenBy({ CHAT_COMMERCE_TOKEN: 'any-token', CHAT_COMMERCE_REGION: region });
	const settings = settingsOf(given);
	expect(settings.notificationsUrl()).toBe(notifications);
	expect(settings.analyticsUrl('/querying')).toBe(
		'https://api-ww-us-001.yalochat.com/dp/data-api/v1/private/analytics/querying',
	);
});

it.each([
	{
		problem: 'there is neither a region nor an address',
		given: { CHAT_COMMERCE_ANALYTICS_URL: '' },
		sentence:
			'CHAT_COMMERCE_REGION is missing: set it to global or india, or set CHAT_COMMERCE_ANALYTICS_URL',
	},
	{
		problem: 'there are both',
		given: { CHAT_COMMERCE_REGION: 'global' },
		sentence:
			'CHAT_COMMERCE_REGION has addresses of its own: leave out CHAT_COMMERCE_ANALYTICS_URL, or the region',
	},
	{
		problem: 'the region is unknown',
		given: { CHAT_COMMERCE_REGION: 'brazil' },
		sentence: 'CHAT_COMMERCE_REGION must be global, india or other',
	},
	{
		problem: 'an address is not secure',
		given: { CHAT_COMMERCE_ANALYTICS_URL: 'http://example.invalid' },
		sentence: 'CHAT_COMMERCE_ANALYTICS_URL must begin with https://',
	},
	{
		problem: 'the token has a blank',
		given: { CHAT_COMMERCE_TOKEN: 'Bearer token' },
		sentence: 'CHAT_COMMERCE_TOKEN has a blank, a line break or a special character',
	},
	{
		problem: 'the calls are no number',
		given: { CHAT_COMMERCE_CALLS_PER_MINUTE: 'five' },
		sentence: 'CHAT_COMMERCE_CALLS_PER_MINUTE must be a whole number from 1',
	},
	{
		problem: 'the phone has no country code',
		given: { CHAT_COMMERCE_PHONE: '11987654321' },
		sentence:
			'CHAT_COMMERCE_PHONE must begin with a plus and the country code, such as +5511987654321',
	},
	{
		problem: 'the parameters are no JSON object',
		given: { CHAT_COMMERCE_PARAMS: '{name' },
		sentence: 'CHAT_COMMERCE_PARAMS must be a JSON object, such as {"name":"Ana"}',
	},
])('cannot run if $problem', ({ given, sentence }) => {
	const settings = () => settingsOf(givenBy({ ...GIVEN, ...given }));
	expect(settings).toThrow(CannotRun);
	expect(settings).toThrow(sentence);
});

it('writes the report where it is told to', () => {
	expect(reportPath([])).toBe('check-report.md');
	expect(reportPath(['--report', 'other.md'])).toBe('other.md');
	expect(() => reportPath(['--quick'])).toThrow('The only option is --report FILE');
});
