import fc from 'fast-check';
import type { Fault } from '../../../service/faults';
import { defaultOptions } from '../../../service/options';
import { phone, runNotifications, users } from '../../../support/notificationsNode';
import { serviceForEach } from '../../../support/serviceForEach';

/*
 * What becomes of a request, whatever the service answers, and however much of it was carried out:
 * nobody is notified twice, and no item says what is not so.
 */

const service = serviceForEach();
const goOn = { onError: 'continueRegularOutput' } as const;

function startAfresh(): void {
	service.reset();
	Object.assign(service.options, defaultOptions());
}
const received = () => service.ledger.entries.map((entry) => entry.phone);
const LATER = { retryAfter: 0 };

/** How many requests halving makes until one user of some stands alone. */
function halving(users: number, bad: number): number {
	if (users === 1 || bad < 0 || bad >= users) return 1;
	const half = Math.ceil(users / 2);
	return 1 + halving(half, bad) + halving(users - half, bad - half);
}

type Carried = 'all' | 'part' | 'none';
/** accepted; refused for sure; failed, and maybe sent; halved until the users at fault stand alone. */
type End = 'accepted' | 'refused' | 'open' | 'halved';

const says = (status: number, body: string): Fault => ({ kind: 'status', status, body });
const fails = (status: number, apply = false): Fault => {
	return { kind: 'status', status, headers: { 'Retry-After': '0' }, apply };
};
const refuses = (status: number, more: object = {}): Fault => {
	return { kind: 'refusal', status, ...more };
};

const ANY: Carried[] = ['all', 'part', 'none'];
const NOT_ALL: Carried[] = ['part', 'none'];

type Ends = [one: End, several: End];
const ends = (end: End): Ends => [end, end];

/** What the service may have done, if its answer is to make sense; the end with a nonce, and without. */
type Row = [answer: string, fault: Fault, carried: Carried[], withNonce: Ends, without: Ends];

const HALVED = ends('halved');
const REFUSED = ends('refused');
const ACCEPTED = ends('accepted');
const OPEN = ends('open');
const OPEN_IF_SEVERAL: Ends = ['refused', 'open'];

const NO = '{"message":"No"}';

/** One of each kind; which status is of which kind, and what may be done with it: retry.test.ts. */
const TABLE: Row[] = [
	['{ success: false } with 200', refuses(200), NOT_ALL, HALVED, OPEN_IF_SEVERAL],
	['{ success: false } with 404', refuses(404), NOT_ALL, HALVED, OPEN_IF_SEVERAL],
	['{ success: false } with 403, later', refuses(403, LATER), ANY, ACCEPTED, OPEN],
	['{ success: false } with 500, later', refuses(500, LATER), ANY, ACCEPTED, OPEN],
	['409 in another form', says(409, NO), NOT_ALL, HALVED, OPEN_IF_SEVERAL],
	['422 in another form', says(422, NO), NOT_ALL, HALVED, OPEN_IF_SEVERAL],
	['402', says(402, NO), ['none'], OPEN_IF_SEVERAL, OPEN_IF_SEVERAL],
	['403 in another form', says(403, NO), NOT_ALL, OPEN_IF_SEVERAL, OPEN_IF_SEVERAL],
	['405', says(405, NO), ['none'], REFUSED, REFUSED],
	['302', says(302, ''), ANY, OPEN, OPEN],
	['307', says(307, ''), ['none'], REFUSED, REFUSED],
	['a plain 502', fails(502), ANY, ACCEPTED, OPEN],
	['429', refuses(429, LATER), ['none'], ACCEPTED, ACCEPTED],
	['401', refuses(401), ['none'], REFUSED, REFUSED],
	['a broken connection', { kind: 'resetAfterRead' }, ANY, ACCEPTED, OPEN],
	['HTML', says(200, '<html>'), ANY, OPEN, OPEN],
	['204 without a body', { kind: 'status', status: 204 }, ['all'], OPEN, OPEN],
];

const cells = TABLE.flatMap(([answer, fault, all, withNonce, without]) =>
	all.flatMap((carried) =>
		(carried === 'part' ? [5] : [1, 5]).map((count) => {
			return { answer, fault, carried, withNonce, without, count };
		}),
	),
);

/** What all cells of a row assert: the whole output, the whole ledger, the number of requests. */
async function check(cell: (typeof cells)[number], hasNonce: boolean): Promise<void> {
	const { fault, carried, count, withNonce, without } = cell;
	const end = (hasNonce ? withNonce : without)[count > 1 ? 1 : 0];
	const bad = carried === 'part' ? count - 1 : -1;
	service.options.partialCreate = carried === 'part';
	service.options.invalidPhones = new Set(carried === 'part' ? [phone(bad)] : []);
	service.faults.add('notifications', { ...fault, apply: carried !== 'none' } as Fault);
	const parameters = hasNonce ? {} : { sendOnce: 'always' };
	const { items } = await runNotifications(service, parameters, { items: users(count), ...goOn });

	const all = [...Array(count).keys()];
	const isSent = end === 'accepted' || (end === 'halved' && count > 1);
	// Those before the user at fault got it in any case.
	const inLedger = all.filter((at) => (isSent || carried !== 'none') && at !== bad);
	expect([...received()].sort()).toEqual(inLedger.map((at) => phone(at)));
	expect(service.requests).toHaveLength(requestsOf(cell, { end, hasNonce, bad }));
	// What a lost answer or a refused whole did is not known, also of the user at fault.
	const mayHaveBeenSent = ['open', 'accepted'].includes(end) || (end === 'halved' && count > 1);
	expect(items.map(({ json }) => json)).toEqual(
		all.map((at) => {
			const failed = { status: 'failed', mayHaveBeenSent };
			const own = isSent && at !== bad ? { status: 'accepted' } : failed;
			return expect.objectContaining({ phone: phone(at), ...own }) as object;
		}),
	);
}

function requestsOf(
	{ answer, count }: (typeof cells)[number],
	{ end, hasNonce, bad }: { end: End; hasNonce: boolean; bad: number },
): number {
	if (!hasNonce) return answer === '429' ? 2 : 1;
	if (end === 'refused' || end === 'open') return 1;
	// The request with the fault is the first of those that are halved.
	if (end === 'halved' && bad < 0) return count === 1 ? 1 : 3;
	return halving(count, bad) + (end === 'halved' ? 0 : 1);
}

describe.each([true, false])('with a nonce: %p', (hasNonce) => {
	it.each(cells)('$answer, carried out: $carried, users: $count', async (cell) => {
		await check(cell, hasNonce);
	});
});

describe('what a request before may have done is not forgotten', () => {
	it.each<[answer: string, Fault, count: number]>([
		['400', says(400, ''), 1],
		['400, and each half is refused', says(400, ''), 2],
		['401', says(401, ''), 1],
		['a refusal, and each half is refused too', refuses(200), 2],
	])('an answer was lost, and the next one is %s', async (_, next, count) => {
		// The second says "later" of what was carried out.
		for (const lost of [{ kind: 'resetAfterRead', apply: true } as const, fails(503, true)]) {
			startAfresh();
			service.faults.add('notifications', lost);
			service.faults.add('notifications', next);
			service.faults.add('notifications', refuses(200), 2);
			const { items } = await runNotifications(service, {}, { items: users(count), ...goOn });
			expect(received()).toHaveLength(count);
			for (const { json } of items) {
				expect(json).toMatchObject({ status: 'failed', mayHaveBeenSent: true });
				expect(json.error).toContain('but the notification may have been sent');
				expect(json.description).toContain('with Send Once > Per Day only on the same day');
			}
			service.faults.clear();
		}
	});

	it('the whole was refused after its first user, and one half then gets 401', async () => {
		service.options.partialCreate = true;
		service.options.invalidPhones = new Set([phone(1)]);
		service.faults.add('notifications', NOTHING);
		service.faults.add('notifications', says(401, ''));
		const { items } = await runNotifications(service, {}, { items: users(2), ...goOn });
		expect(received()).toEqual([phone(0)]);
		expect(items.map(({ json }) => json.mayHaveBeenSent)).toEqual([true, true]);
	});

	it('the whole was refused after its good users, which are then refused as known', async () => {
		service.options.partialCreate = true;
		service.options.invalidPhones = new Set([phone(2)]);
		const knownNonce = { httpStatus: 200, reason: 'Key must be unique' };
		service.options.readings = { notification: { knownNonce } };
		const { items } = await runNotifications(service, {}, { items: users(3), ...goOn });
		expect(received()).toEqual([phone(0), phone(1)]);
		for (const { json } of items) {
			expect(json).toMatchObject({ status: 'failed', mayHaveBeenSent: true });
			expect(json.description).toContain('refused a request with more users before');
		}
	});
});

it('without a nonce, all of a refused request fail, and are told why', async () => {
	service.options.invalidPhones = new Set([phone(1)]);
	const parameters = { sendOnce: 'always' };
	const { items } = await runNotifications(service, parameters, { items: users(3), ...goOn });
	const why = 'every user in it failed, because users without a nonce cannot be tried again one by';
	for (const { json } of items) {
		expect(json.error).toContain('but the notification may have been sent');
		expect(json.description).toContain(`The request had 3 users, and ${why}`);
		expect(json.description).toContain('Check who received it before you run this again');
	}
});

it('users with a nonce and users without are in requests of their own', async () => {
	const sendOnce = "={{ $json.name === 'User 1' ? 'always' : 'perDay' }}";
	await runNotifications(service, { sendOnce, nonce: 'unused' }, { items: users(3) });
	expect(received()).toEqual([phone(0), phone(2), phone(1)]);
	expect(service.requests).toHaveLength(2);
});

it('trouble of the service with one user of a batch is waited for, too, but once if it stays', async () => {
	service.options.invalidPhones = new Set([phone(3)]);
	// The batch, its first half, its second half, and user 2 alone.
	for (let before = 0; before < 3; before++) service.faults.add('notifications', NOTHING);
	service.faults.add('notifications', refuses(500));
	const { items } = await runNotifications(service, {}, { items: users(4), ...goOn });
	const accepted = Array<string>(3).fill('accepted');
	expect(items.map(({ json }) => json.status)).toEqual([...accepted, 'failed']);
	startAfresh();
	service.faults.add('notifications', refuses(500), Infinity);
	await runNotifications(service, {}, { items: users(8), ...goOn });
	expect(service.requests).toHaveLength(4 + 14);
});

const NOTHING: Fault = { kind: 'delay', ms: 0 };

it('under any faults: nobody twice, no item says what is not so, each is answered once', async () => {
	const faults = fc.constantFrom<Fault>(
		{ kind: 'resetBeforeRead' },
		{ kind: 'resetAfterRead', apply: true },
		{ kind: 'resetAfterRead', apply: false },
		fails(500, true),
		fails(503, true),
		refuses(403, { apply: true, ...LATER }),
		refuses(429, LATER),
		refuses(200),
		refuses(400),
		says(401, ''),
		{ kind: 'wrongShape', body: { success: 'perhaps' } },
		{ kind: 'resetMidBody', fraction: 0.5 },
		{ kind: 'cutJson' },
	);
	const cases = fc.record({
		schedule: fc.array(faults, { maxLength: 3 }),
		count: fc.integer({ min: 1, max: 12 }),
		batchSize: fc.integer({ min: 1, max: 6 }),
		bad: fc.uniqueArray(fc.nat({ max: 11 }), { maxLength: 3 }),
		partialCreate: fc.boolean(),
		nonces: fc.constantFrom<'all' | 'none' | 'some'>('all', 'all', 'none', 'some'),
		runs: fc.constantFrom(1, 2),
	});
	await fc.assert(
		fc.asyncProperty(cases, async ({ schedule, count, batchSize, bad, nonces, ...more }) => {
			startAfresh();
			service.options.partialCreate = more.partialCreate;
			service.options.invalidPhones = new Set(bad.map(phone));
			for (const fault of schedule) service.faults.add('notifications', fault);
			const some = "={{ $json.name === 'User 1' ? 'always' : 'perDay' }}";
			const sendOnce = { all: 'perDay', none: 'always', some }[nonces];
			const parameters = { sendOnce, nonce: 'unused', options: { batchSize } };
			// Without a nonce a second run is meant to send again.
			for (let run = 0; run < (nonces === 'all' ? more.runs : 1); run++) {
				const options = { items: users(count), ...goOn };
				const { items, error } = await runNotifications(service, parameters, options);
				expect(error).toBeUndefined();
				expect(items.map(({ pairedItem }) => pairedItem)).toEqual(
					users(count).map((_, item) => ({ item })),
				);
				const got = new Set(received());
				expect(got.size).toBe(service.ledger.entries.length);
				for (const { json } of items) {
					const { status, mayHaveBeenSent } = json;
					const isIn = got.has(json.phone as string);
					const isTrue = status === 'failed' ? !isIn || mayHaveBeenSent === true : isIn;
					expect([status, isTrue]).toEqual([status, true]);
				}
				service.faults.clear();
			}
		}),
		{ seed: 7, numRuns: 40 },
	);
});
