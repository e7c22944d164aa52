import type { User } from '../../../../nodes/Notifications/message/message';
import { readAnswer } from '../../../../nodes/Notifications/transport/notificationAnswer';
import {
	reasonWords,
	saysNonceIsKnown,
	saysTooManyCalls,
} from '../../../../nodes/Notifications/transport/reasonWords';
import { userFailures } from '../../../../nodes/Notifications/transport/userFailures';

const user = (phone: string, nonce: string): User => ({ phone, nonce, params: {}, labels: [] });
const USERS = [user('+5511900000001', 'a'), user('+5511900000002', 'b'), user('+442071838750', '')];

const read = (body: unknown, status = 200) =>
	readAnswer({ status, body }, { users: USERS, advice: {} });

describe('a reason becomes words', () => {
	it.each<[unknown, string]>([
		['No credit', 'No credit'],
		[{ error: 'E7', description: 'No credit' }, 'E7: No credit'],
		[['name is missing', 'day is missing'], 'name is missing; day is missing'],
		[{ error: { code: 7, details: [{ message: 'No' }] } }, '7: No'],
		[{ params: ['name'] }, 'params name'],
		[4711, '4711'],
		[null, ''],
		[undefined, ''],
		[[], ''],
		[{ error: null, description: '' }, ''],
		[[[[[[['deep']]]]]], '["deep"]'],
	])('%j', (reason, words) => expect(reasonWords(reason)).toBe(words));
});

it.each([
	['Nonce already used', true],
	['DUPLICATE_NONCE: Already created', true],
	['duplicateNonce', true],
	['The nonce is not unique', true],
	['This notification was already sent', true],
	['nonce is required', false],
	['The nonce is not valid, and the template already exists', false],
	['The phone was already blocked', false],
	['Unknown template', false],
])('whether "%s" says that the nonce is known: %p', (words, isKnown) => {
	expect(saysNonceIsKnown(words)).toBe(isKnown);
});

it.each([
	['RATE_LIMIT_EXCEEDED', true],
	['Too many requests', true],
	['Too many users', false],
	['corporate limits', false],
])('whether "%s" says "later": %p', (words, isLater) => {
	expect(saysTooManyCalls(words)).toBe(isLater);
});

it.each([true, 'true', 'TRUE', 1, '1'])('success: %j is a success', (success) => {
	expect(read({ success })).toEqual({ isAccepted: true, response: undefined, failures: [] });
});

it.each([false, 'false', 'False', 0, '0'])('success: %j is a refusal, whatever HTTP says', (no) => {
	for (const status of [200, 400, 404, 500]) {
		expect(read({ success: no, reason: 'No credit' }, status)).toMatchObject({
			isAccepted: false,
			error: { kind: 'refused', status, description: 'It said: No credit' },
		});
	}
});

it.each([[{}], [{ success: 'perhaps' }], [{ success: {} }], [[]], ['OK'], [null]])(
	'%j is no answer of the notification service',
	(body) => expect(() => read(body)).toThrow('did not come from the notification service'),
);

it('what is said beyond success is kept', () => {
	const answer = read({ success: true, reason: null, id: 'batch-7' });
	expect(answer).toMatchObject({ response: { id: 'batch-7' } });
});

describe('a success that names users who were not notified', () => {
	const failures = (body: object) => userFailures({ ...body }, USERS);

	it.each<[string, object, number[], boolean]>([
		['by phone', { failed: [{ phone: '5511900000002', reason: 'No' }] }, [1], true],
		['by nonce', { errors: [{ nonce: 'a', reason: 'No' }] }, [0], true],
		['by number', { errors: [{ index: 2, reason: 'No' }] }, [2], false],
		['as texts', { failed_users: ['+44 20 7183 8750'] }, [2], true],
		['as keys', { errors: { b: 'No' } }, [1], true],
		['inside of data', { data: { failed: [{ user: { phone: '+5511900000001' } }] } }, [0], true],
		[
			'as results',
			{ results: [{ success: true }, { success: false }, { success: true }] },
			[1],
			true,
		],
		['not at all', { failed: 2 }, [], false],
		['by a number that is none of them', { failed: [{ index: 3 }] }, [], false],
		['in words alone', { errors: ['Somebody has no phone'] }, [], false],
	])('%s', (_, body, places, isCertain) => {
		expect(failures(body)).toMatchObject([{ places, isCertain }]);
	});

	it.each([{ failed: [] }, { errors: null }, { failed: 0 }, { errors: {} }, { errorCode: 'OK' }])(
		'%j names nobody',
		(body) => expect(failures(body)).toEqual([]),
	);

	it('a phone that two users share is not certain', () => {
		const twins = [user('+5511900000001', 'a'), user('+5511900000001', 'b')];
		const [failure] = userFailures({ failed: ['+5511900000001'] }, twins);
		expect(failure).toMatchObject({ places: [0, 1], isCertain: false });
	});

	it('a single user is meant by whatever is said', () => {
		const [failure] = userFailures({ errors: ['Blocked'] }, USERS.slice(0, 1));
		expect(failure).toEqual({ places: [0], isCertain: true, words: 'Blocked' });
	});
});
