import type { User } from '../../../../nodes/Notifications/message/message';
import {
	reasonWords,
	readAnswer,
	saysNonceIsKnown,
} from '../../../../nodes/Notifications/transport/answer';

/* Forms of refusals, reasons and known nonces: see test/readings/groups/notifications.ts. */

const user = (phone: string, nonce: string): User => ({ phone, nonce, params: {}, labels: [] });
const USERS = [user('+5511900000001', 'a'), user('+5511900000002', 'b'), user('+442071838750', '')];

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
	'A notification with this nonce has already been sent',
	'The idempotency key is a duplicate',
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
	'Recipient has already been sent a message',
	'The label key is duplicated',
	'This campaign already sent a message',
])('"%s" does not', (words) => expect(saysNonceIsKnown(words)).toBe(false));

it.each(['Monthly quota exceeded', 'Required parameters are not present: rate_limit'])(
	'"%s" with 200 is a refusal, not waited for unless Retry-After says so',
	(reason) => {
		const body = { success: false, reason };
		expect(read(body)).toMatchObject({ isAccepted: false });
		expect(() => read(body, 400)).toThrow('too many requests');
		expect(() => read(body, 200, 'always', 1_000)).toThrow('too many requests');
	},
);

it.each([200, 400, 503])('"too many requests" with %i is 429 where twice is as good', (status) => {
	const reason = { error: 'RATE_LIMIT', description: 'Too many requests' };
	const body = { success: false, reason };
	expect(() => read(body, status)).toThrow('too many requests');
	const refused = { isAccepted: false, error: { status } };
	expect(read(body, status, 'ifNotReceived')).toMatchObject(refused);
});

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
		['by phone', { failed: [{ phone: '5511900000002', reason: 'No' }] }, 1, 'No'],
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
		expect(failures(body)).toEqual({ isAccepted: true, response: body, failures: [] });
	});

	it('a phone without its ninth digit is that of the same person', () => {
		const users = [user('+5511900000001', ''), user('+5531987654321', '')];
		const body = { failed: [{ phone: '553187654321' }] };
		expect(failures(body, users)).toMatchObject({ failures: [{ places: [1] }] });
	});

	it('a phone that two users share is that of both', () => {
		const twins = ['a', 'b'].map((nonce) => user('+5511900000001', nonce));
		const body = { failed: [{ phone: '+5511900000001' }] };
		expect(failures(body, twins)).toMatchObject({ failures: [{ places: [0, 1] }] });
	});
});
