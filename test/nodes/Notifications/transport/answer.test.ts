import type { ServiceError } from '../../../../nodes/shared/errors';
import type { User } from '../../../../nodes/Notifications/message/message';
import {
	reasonWords,
	readAnswer,
	saysNonceIsKnown,
} from '../../../../nodes/Notifications/transport/answer';

/* Forms of refusals, reasons and known nonces: see test/readings/groups/notifications.ts. */

const user = (phone: string, nonce: string): User => ({ phone, nonce, params: {}, labels: [] });
const USERS = [user('+5511900000001', 'a'), user('+5531987654321', 'b'), user('+442071838750', '')];

type Repeat = 'always' | 'ifNotReceived';
const read = (body: unknown, status = 200, repeat: Repeat = 'always', retryAfterMs?: number) =>
	readAnswer({ status, body, retryAfterMs }, { users: USERS, advice: {}, repeat });

it('a reason in a form of its own is shown as it is, if it is not too deeply nested', () => {
	const deep: unknown = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
	expect(reasonWords({ params: ['name'] })).toBe('params:name');
	expect(reasonWords(deep)).toBe('[too deeply nested to show]');
});

it.each([
	'Nonce already used',
	'DUPLICATE_NONCE: Already created',
	'duplicateNonce',
	'Nonce is a duplicate',
	'A notification with this nonce already exists',
	'This notification was already sent today',
	'The notification was sent before',
	'The notification has already been sent',
	'The idempotency key is a duplicate',
	'Another notification with the same nonce was already created',
	'Nonce "order-7" was already used',
	'ALREADY_USED_NONCE',
	'A notification with this ID already exists',
])('"%s" says that the nonce is known', (words) => expect(saysNonceIsKnown(words)).toBe(true));

it.each([
	'Invalid nonce: only letters and digits may be used',
	'A unique nonce must be used',
	'nonce is too long: at most 64 characters are used',
	'nonce is required',
	'Template known, nonce malformed',
	'idempotency key exists but is invalid',
	'The nonce is fine, but the template already exists',
	'Parameter already exists',
	'The phone was already blocked',
	'nonce not known',
	'Nonce expired before it was used',
	'Duplicate parameter in the notification',
	'3 messages were already sent to this user today, the daily limit',
	'FREQUENCY_CAP: User has already been sent 2 notifications',
	'The label key is duplicated',
	'This campaign already sent a message',
	'The recipient has already sent a stop message',
	'A conversation already exists, so the message was not created',
	'Message rejected: a verification code was already sent to this number',
	'Message template has already been used 5 times today for this phone',
	'The notification was not sent because another notification was already sent today',
	'A message was already sent to this user today',
	'Message already sent 5 times today: frequency cap',
	'Duplicate message template',
])('"%s" does not', (words) => expect(saysNonceIsKnown(words)).toBe(false));

const QUOTA = 'Monthly quota exceeded';

it.each<[string, status: number, wait: number | undefined, isLater: boolean]>([
	['Too many requests', 200, undefined, true],
	['Too many requests', 400, undefined, true],
	['RATE_LIMIT_EXCEEDED', 200, undefined, true],
	['Required parameters are not present in the request: rate_limit', 200, undefined, false],
	[QUOTA, 200, undefined, false],
	[QUOTA, 200, 1_000, true],
])(
	'"%s" with %i and Retry-After %p means later, where twice is as good: %p',
	(reason, status, wait, isLater) => {
		const isWaitedFor = (repeat: Repeat) => {
			try {
				return read({ success: false, reason }, status, repeat, wait).isAccepted;
			} catch (error) {
				return (error as ServiceError).status === 429;
			}
		};
		expect([isWaitedFor('always'), isWaitedFor('ifNotReceived')]).toEqual([isLater, false]);
	},
);

it.each([[{}], [{ success: 'perhaps' }], [{ success: {} }], [[]], ['OK'], [null]])(
	'%j is no answer of the notification service',
	(body) => expect(() => read(body)).toThrow('did not come from the notification service'),
);

describe('a success that names users who were not notified', () => {
	const failures = (body: object, of = USERS) => {
		const answer = { status: 200, body: { success: true, ...body } };
		return readAnswer(answer, { users: of, advice: {}, repeat: 'always' });
	};
	const mixed = [
		{ nonce: 'a', success: true },
		{ nonce: 'b', success: false },
	];

	it.each<[string, object, number, string]>([
		['without its ninth digit', { failed: [{ phone: '553187654321', reason: 'No' }] }, 1, 'No'],
		['by nonce', { errors: [{ nonce: 'a', reason: 'No' }] }, 0, 'No'],
		['without words', { rejected_users: [{ phone: '+44 20 7183 8750' }] }, 2, 'rejected_users'],
		['inside of data', { data: { failed: [{ user: { phone: USERS[0]?.phone } }] } }, 0, 'failed'],
		['by a status', { users: [{ phone: USERS[0]?.phone, status: 'failed' }] }, 0, 'failed'],
		['by another status', { users: [{ nonce: 'b', status: 'not_delivered' }] }, 1, 'not_delivered'],
		['in an object of failures', { failed: { users: [{ nonce: 'a' }], count: 1 } }, 0, 'users'],
		['as the user', { failed: [{ user: USERS[1]?.phone, reason: 'No' }] }, 1, 'No'],
		['by success', { results: mixed }, 1, 'results'],
	])('%s', (_, body, place, words) => {
		const said: unknown = expect.stringContaining(words);
		expect(failures(body)).toMatchObject({ failures: [{ places: [place], words: said }] });
	});

	it.each([
		{ failed: [] },
		{ errors: null },
		{ failed: 0 },
		{ failed: 2 },
		{ errors: {} },
		{ errors: { count: 0 } },
		{ rejected: 'none' },
		{ failed: '0 users' },
		{ errors: [{ code: 'W1', message: 'The template is old' }] },
		{ failed: [{ phone: '+5599' }] },
		{ failed: [{ nonce: '' }] },
		{ users: [{ phone: '+5511900000001', status: 'sent' }] },
	])('%j names nobody', (body) => {
		expect(failures(body)).toMatchObject({ isAccepted: true, response: body, failures: [] });
	});

	it('a phone that two users share is that of both', () => {
		const twins = ['a', 'b'].map((nonce) => user('+5511900000001', nonce));
		const body = { failed: [{ phone: '+5511900000001' }] };
		expect(failures(body, twins)).toMatchObject({ failures: [{ places: [0, 1] }] });
	});
});
