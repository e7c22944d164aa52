import type { User } from '../../../../nodes/Notifications/message/message';
import {
	reasonWords,
	readAnswer,
	saysNonceIsKnown,
} from '../../../../nodes/Notifications/transport/answer';
import { startService } from '../../../service/service';
import { phone, runNotifications, users } from '../../../support/notificationsNode';

const user = (number: string, nonce: string): User => ({
	phone: number,
	nonce,
	params: {},
	labels: [],
});
const USERS = [user('+5511900000001', 'a'), user('+5511900000002', 'b'), user('+442071838750', '')];

const read = (body: unknown, status = 200, repeat: 'always' | 'ifNotReceived' = 'always') =>
	readAnswer({ status, body }, { users: USERS, advice: {}, repeat });

describe('a reason becomes words', () => {
	it.each<[unknown, string]>([
		['No credit', 'No credit'],
		[{ error: 'E7', description: 'No credit' }, 'E7: No credit'],
		[{ error: 17, description: 'No credit' }, '17: No credit'],
		[['name is missing', 'day is missing'], 'name is missing, day is missing'],
		[{ error: { code: 7, details: [{ message: 'No' }] } }, 'No: 7'],
		[{ params: ['name'] }, 'params:name'],
		[4711, '4711'],
		[null, ''],
		[undefined, ''],
		[[], ''],
		[{}, ''],
		[{ error: null, description: '' }, ''],
	])('%j', (reason, words) => expect(reasonWords(reason)).toBe(words));

	it('also one that is nested too deeply to be shown', () => {
		const deep: unknown = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
		expect(reasonWords(deep)).toBe('[too deeply nested to show]');
	});
});

it.each([
	['Nonce already used', true],
	['DUPLICATE_NONCE: Already created', true],
	['duplicateNonce', true],
	['Nonce is a duplicate', true],
	['A notification with this nonce already exists', true],
	['This notification was already sent', true],
	['The notification was sent before', true],
	['Invalid nonce: only letters and digits may be used', false],
	['A unique nonce must be used', false],
	['nonce is too long: at most 64 characters are used', false],
	['nonce is required', false],
	['Template known, nonce malformed', false],
	['idempotency key exists but is invalid', false],
	['The nonce is fine, but the template already exists', false],
	['Parameter already exists', false],
	['The phone was already blocked', false],
	['nonce not known', false],
	['Nonce expired before it was used', false],
	['Duplicate parameter in the notification', false],
])('whether "%s" says that the nonce is known: %p', (words, isKnown) => {
	expect(saysNonceIsKnown(words)).toBe(isKnown);
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

it.each([200, 400, 503])(
	'"too many requests" with status %i is 429 where twice is as good as once',
	(status) => {
		const body = {
			success: false,
			reason: { error: 'RATE_LIMIT', description: 'Too many requests' },
		};
		expect(() => read(body, status)).toThrow('too many requests');
		expect(read(body, status, 'ifNotReceived')).toMatchObject({
			isAccepted: false,
			error: { status },
		});
	},
);

it.each([[{}], [{ success: 'perhaps' }], [{ success: {} }], [[]], ['OK'], [null]])(
	'%j is no answer of the notification service',
	(body) => expect(() => read(body)).toThrow('did not come from the notification service'),
);

describe('a success that names users who were not notified', () => {
	const failures = (body: object) => {
		const answer = read({ success: true, ...body });
		return answer.isAccepted ? answer.failures : [];
	};

	it.each<[string, object, number[], string]>([
		['by phone', { failed: [{ phone: '5511900000002', reason: 'No' }] }, [1], 'No'],
		['by nonce', { errors: [{ nonce: 'a', reason: 'No' }] }, [0], 'No'],
		['without words', { rejected_users: [{ phone: '+44 20 7183 8750' }] }, [2], 'rejected_users'],
		[
			'inside of data',
			{ data: { failed: [{ user: { phone: '+5511900000001' } }] } },
			[0],
			'failed',
		],
		['by a status', { users: [{ phone: '+5511900000001', status: 'failed' }] }, [0], 'failed'],
		[
			'by success',
			{
				results: [
					{ nonce: 'a', success: true },
					{ nonce: 'b', success: false },
				],
			},
			[1],
			'results',
		],
	])('%s', (_, body, places, words) => {
		expect(failures(body)).toMatchObject([
			{ places, words: expect.stringContaining(words) as string },
		]);
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
	])('%j names nobody', (body) => expect(failures(body)).toEqual([]));

	it('a phone that two users share is that of both', () => {
		const twins = [user('+5511900000001', 'a'), user('+5511900000001', 'b')];
		const body = { success: true, failed: [{ phone: '+5511900000001' }] };
		const answer = readAnswer(
			{ status: 200, body },
			{ users: twins, advice: {}, repeat: 'always' },
		);
		expect(answer).toMatchObject({ failures: [{ places: [0, 1] }] });
	});
});

describe('in a run', () => {
	it.each([
		[
			'a count of no errors',
			{ successFields: { errors: { count: 0 }, failed: '0 users' } },
			['accepted', 'accepted'],
		],
		[
			'rejected: none',
			{ successFields: { rejected: 'none', duplicates: 'false' } },
			['accepted', 'accepted'],
		],
		['a user by phone', { perUser: { list: 'failed', by: 'phone' } }, ['accepted', 'failed']],
		[
			'a nonce in a wrong form',
			{ reason: 'Invalid nonce: only letters and digits may be used' },
			['accepted', 'failed'],
		],
	] as const)('%s', async (_, notification, statuses) => {
		const service = await startService();
		service.options.readings = { notification };
		if (statuses[1] === 'failed') service.options.invalidPhones = new Set([phone(1)]);
		const run = { items: users(2), onError: 'continueRegularOutput' as const };
		const { items } = await runNotifications(service, {}, run);
		expect(items.map(({ json }) => json.status)).toEqual(statuses);
		expect(service.ledger.entries).toHaveLength(
			statuses.filter((status) => status === 'accepted').length,
		);
		await service.close();
	});

	it.each([200, 400, 409])(
		'a nonce that the service knows, with status %i, is no failure',
		async (httpStatus) => {
			const service = await startService();
			await runNotifications(service, {}, { items: users(2) });
			service.options.readings = {
				notification: { knownNonce: { httpStatus, reason: 'Nonce already used' } },
			};
			const { items } = await runNotifications(service, {}, { items: users(4) });
			expect(items.map(({ json }) => json.status)).toEqual([
				'alreadySent',
				'alreadySent',
				'accepted',
				'accepted',
			]);
			await service.close();
		},
	);
});
