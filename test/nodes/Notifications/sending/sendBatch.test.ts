import type { Batch } from '../../../../nodes/Notifications/batching/batches';
import type { Message } from '../../../../nodes/Notifications/message/message';
import { type Outcome, sendBatch } from '../../../../nodes/Notifications/sending/sendBatch';
import type {
	NotificationRequest,
	NotificationsApi,
} from '../../../../nodes/Notifications/transport/notificationsApi';
import type { NotificationAnswer } from '../../../../nodes/Notifications/transport/notificationAnswer';
import { type FailureKind, ServiceError } from '../../../../nodes/shared/errors';

function batchOf(count: number, nonce = (index: number) => `n${index}`): Batch {
	const target = { accountId: 'a', flowId: 'f', template: 't' };
	const messages = Array.from({ length: count }, (_, itemIndex): Message => ({
		...target,
		itemIndex,
		user: { phone: String(itemIndex), nonce: nonce(itemIndex), params: {}, labels: [] },
	}));
	return { ...target, index: 0, messages };
}

const refused = (status: number, kind: FailureKind = 'refused') =>
	new ServiceError({ kind, status, message: 'No', description: 'Why.' });

interface Given {
	isolateFailures?: boolean;
	signal?: AbortSignal;
	/** What sending to these phones fails with. */
	failure(phones: string[]): unknown;
	/** What the service says otherwise. */
	answer?(phones: string[]): Partial<NotificationAnswer>;
}

async function send(batch: Batch, { isolateFailures = true, signal, failure, answer }: Given) {
	const requests: string[][] = [];
	const outcomes = new Map<number, Outcome>();
	const api = {
		async send(request: NotificationRequest) {
			expect(request).toMatchObject({ accountId: 'a', flowId: 'f', template: 't' });
			const phones = request.users.map(({ phone }) => phone);
			requests.push(phones);
			const error = failure(phones);
			// eslint-disable-next-line @typescript-eslint/only-throw-error -- anything may be thrown
			if (error !== undefined) throw error;
			return { isAccepted: true, response: undefined, failures: [], ...answer?.(phones) };
		},
	} as unknown as NotificationsApi;
	const promise = sendBatch(batch, {
		api,
		isolateFailures,
		signal: signal ?? new AbortController().signal,
		onOutcome({ itemIndex }, outcome) {
			expect(outcomes.has(itemIndex)).toBe(false);
			outcomes.set(itemIndex, outcome);
		},
	});
	const error = await promise.catch((thrown: unknown) => thrown as Error);
	const failed = [...outcomes].filter(([, { status }]) => status === 'failed').map(([at]) => at);
	const first = [...outcomes.values()].find((outcome) => outcome.status === 'failed');
	return { requests, outcomes, failed, first, error };
}

const bad = (...phones: string[]) => ({
	failure: (sent: string[]) =>
		sent.some((phone) => phones.includes(phone)) ? refused(200) : undefined,
});

it('a batch goes in one request', async () => {
	const { requests, outcomes, failed } = await send(batchOf(3), { failure: () => undefined });
	expect(requests).toEqual([['0', '1', '2']]);
	expect(failed).toEqual([]);
	expect([...outcomes.values()]).toEqual(Array.from({ length: 3 }, () => ({ status: 'accepted' })));
});

it('a refused batch is halved until the user at fault stands alone', async () => {
	const { requests, outcomes, failed, first } = await send(batchOf(5), bad('3'));
	expect(requests).toEqual([['0', '1', '2', '3', '4'], ['0', '1', '2'], ['3', '4'], ['3'], ['4']]);
	expect([outcomes.size, failed]).toEqual([5, [3]]);
	expect(first).toEqual({ status: 'failed', mayHaveBeenSent: false, error: refused(200) });
});

it.each([200, 400, 413, 422, 499])('status %i may be about one user', async (status) => {
	const { requests } = await send(batchOf(2), { failure: () => refused(status) });
	expect(requests).toHaveLength(3);
});

it('a refusal without a status may be about one user', async () => {
	const error = new ServiceError({ kind: 'refused', message: 'No' });
	expect((await send(batchOf(2), { failure: () => error })).requests).toHaveLength(3);
});

it.each([
	[refused(401), false],
	[refused(403), false],
	[refused(404), false],
	[refused(429), false],
	[refused(0, 'notSent'), false],
	[refused(500), true],
	[refused(503), true],
	[refused(0, 'noAnswer'), true],
	[refused(0, 'badAnswer'), true],
])('%p is about the whole request', async (error, mayHaveBeenSent) => {
	const { requests, failed, first } = await send(batchOf(3), { failure: () => error });
	expect(requests).toHaveLength(1);
	expect(failed).toEqual([0, 1, 2]);
	expect(first).toMatchObject({ mayHaveBeenSent });
	const { message, description = '' } = (first as { error: ServiceError }).error;
	expect(message).toBe(mayHaveBeenSent ? 'No: the notification may have been sent' : 'No');
	expect(description).toMatch(/^Why\./);
	expect(description.includes('With a nonce it is safe to run this again')).toBe(mayHaveBeenSent);
	expect(description).toMatch(/The request had 3 users, and every user in it failed\.$/);
});

it('the error of a single user says nothing of others', async () => {
	const { first } = await send(batchOf(1), bad('0'));
	expect(first).toMatchObject({ error: { message: 'No', description: 'Why.' } });
});

it('a batch is not halved if that is not wanted, or if a user has no nonce', async () => {
	const whole = await send(batchOf(3), { ...bad('1'), isolateFailures: false });
	expect([whole.requests.length, whole.failed]).toEqual([1, [0, 1, 2]]);

	const unsafe = await send(
		batchOf(3, (index) => (index === 2 ? '' : 'n')),
		bad('1'),
	);
	expect([unsafe.requests.length, unsafe.failed]).toEqual([1, [0, 1, 2]]);
	expect((unsafe.first as { error: ServiceError }).error.description).toMatch(
		/because users without a nonce cannot be tried again one by one\.$/,
	);
});

it('at most 60 requests are spent on a batch', async () => {
	const { requests, outcomes, failed } = await send(batchOf(200), { failure: () => refused(400) });
	expect(requests).toHaveLength(59);
	expect([outcomes.size, failed.length]).toEqual([200, 200]);
});

it('nothing more is sent once the signal has fired', async () => {
	const stop = new AbortController();
	const failure = () => {
		stop.abort(new Error('stopped'));
		return refused(400);
	};
	const { requests, outcomes, error } = await send(batchOf(4), { signal: stop.signal, failure });
	expect(error?.message).toBe('stopped');
	expect([requests.length, outcomes.size]).toEqual([1, 0]);
	const stopAlone = new AbortController();
	const alone = await send(batchOf(1), {
		signal: stopAlone.signal,
		failure: () => (stopAlone.abort(new Error('stopped')), refused(400)),
	});
	expect([alone.error?.message, alone.outcomes.size]).toEqual(['stopped', 0]);

	const before = await send(batchOf(4), { signal: stop.signal, failure: () => undefined });
	expect([before.error?.message, before.requests]).toEqual(['stopped', []]);
});

it.each([new TypeError('a mistake of ours'), 'a mistake of ours'])(
	'what is no failure of the service leaves it unknown who was notified: %p',
	async (thrown) => {
		const { failed, first } = await send(batchOf(2), { failure: () => thrown });
		expect(failed).toEqual([0, 1]);
		expect(first).toMatchObject({ mayHaveBeenSent: true });
		const { message, description } = (first as { error: ServiceError }).error;
		expect(message).toBe('n8n could not send the request: the notification may have been sent');
		expect(description).toMatch(/^a mistake of ours\./);
	},
);

describe('a success that does not hold for all', () => {
	const one = (words: string, places: number[], isCertain = true): Partial<NotificationAnswer> => ({
		failures: [{ places, isCertain, words }],
	});
	const sendWith = async (count: number, given: Omit<Given, 'failure'>, nonce?: () => string) =>
		await send(batchOf(count, nonce), { failure: () => undefined, ...given });

	it('fails the user that it names', async () => {
		const { requests, failed, first } = await sendWith(3, { answer: () => one('Blocked', [1]) });
		expect([requests.length, failed]).toEqual([1, [1]]);
		expect(first).toMatchObject({
			mayHaveBeenSent: false,
			error: { message: 'The service refused the notification', description: 'It said: Blocked' },
		});
	});

	it('is split where it does not say for whom', async () => {
		const answer = (phones: string[]) => {
			if (!phones.includes('2')) return {};
			return one('Blocked', phones.length === 1 ? [0] : [], phones.length === 1);
		};
		const { requests, failed } = await sendWith(4, { answer });
		expect(requests).toEqual([['0', '1', '2', '3'], ['0', '1'], ['2', '3'], ['2'], ['3']]);
		expect(failed).toEqual([2]);
	});

	it('counts for nobody where it does not say for whom, and nothing may be sent again', async () => {
		const { requests, failed, first } = await sendWith(
			3,
			{ answer: () => one('2', [], false) },
			() => '',
		);
		expect([requests.length, failed]).toEqual([1, [0, 1, 2]]);
		expect(first).toMatchObject({ mayHaveBeenSent: true });
		expect((first as { error: ServiceError }).error.message).toContain('may have been sent');
	});

	it('says so where a user is named by a number alone', async () => {
		const { failed, first } = await sendWith(
			3,
			{ answer: () => one('Blocked', [1], false) },
			() => '',
		);
		expect(failed).toEqual([1]);
		expect((first as { error: ServiceError }).error.description).toContain('counted from 0');
	});
});

describe('a nonce that the service knows', () => {
	const known = (): NotificationAnswer => ({
		isAccepted: false,
		error: refused(409),
		isNonceKnown: true,
	});

	it('is no failure, however many there are', async () => {
		const { outcomes, requests } = await send(batchOf(100), {
			failure: () => undefined,
			answer: known,
		});
		expect(new Set([...outcomes.values()].map(({ status }) => status))).toEqual(
			new Set(['alreadySent']),
		);
		expect(requests).toHaveLength(199);
	});

	it('fails them all where they must not be split', async () => {
		const { failed } = await send(batchOf(2), {
			failure: () => undefined,
			answer: known,
			isolateFailures: false,
		});
		expect(failed).toEqual([0, 1]);
	});
});
