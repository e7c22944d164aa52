import '../../support/quickWaits';
import { once } from 'node:events';
import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { deferred } from '../../support/deferred';
import { addressesOf } from '../../support/credential';
import { phone, runNotifications, users } from '../../support/notificationsNode';
import { forkProgram } from '../../support/program';
import { type ChosenAnswer, refusedAnswer } from '../../service/notificationsEndpoint';
import { ACCEPTS_ALL } from '../../service/options';
import { serviceForEach } from '../../support/serviceForEach';

/* Whatever goes wrong, nobody is notified twice, and what the output items say is true. */

const service = serviceForEach(ACCEPTS_ALL);

/** After these, the node sends the request again if its users have nonces, and so reaches every user in the end. */
const PASSING_FAULTS: ChosenAnswer[] = [
	{ breaks: true, notifies: 0 },
	{ breaks: true, notifies: Infinity },
	{ status: 500, body: '', notifies: Infinity },
	{ status: 503, body: '' },
	{ status: 429, body: { message: 'API rate limit exceeded' } },
	{ status: 429, body: '', headers: { 'Retry-After': '2' } },
];

/** After the others, the request is not sent again. */
const FAULTS: ChosenAnswer[] = [
	...PASSING_FAULTS,
	refusedAnswer('No', 400),
	refusedAnswer('Request failed with status code 401', 500),
	{ status: 403, body: { message: 'No' } },
	{ body: '', notifies: Infinity },
	{ body: '{"success":tr', notifies: Infinity },
	{ body: { ok: 1 }, notifies: 0 },
	{ status: 302, body: '', headers: { Location: 'http://127.0.0.1:9/' } },
];

describe('What an item says of its user is true', () => {
	/** `RUNS=120 npx jest exactlyOnce` makes more runs. */
	const RUNS = Number(process.env.RUNS ?? 20);

	/** How often the service may have notified a user of whom an item claims this. */
	const POSSIBLE_TIMES = {
		'was notified': [1],
		'may have been notified': [0, 1],
		'was not notified': [0],
	};
	type Claim = keyof typeof POSSIBLE_TIMES;

	function claimOf({ status, mayHaveBeenSent }: IDataObject): Claim {
		if (status === 'accepted') return 'was notified';
		if (status === 'failed' && mayHaveBeenSent === true) return 'may have been notified';
		return 'was not notified';
	}

	it(`in ${RUNS} runs with random faults`, async () => {
		const randomBelow = randomNumbers(12345);
		const counts = new Map<Claim, number>();
		for (let round = 0; round < RUNS; round += 1) {
			service.ledger.reset();
			const faults = new Map<number, ChosenAnswer>();
			const firstRequest = service.notifications.requests.length;
			for (let left = randomBelow(12); left > 0; left -= 1) {
				const request = firstRequest + randomBelow(30);
				faults.set(request, FAULTS[randomBelow(FAULTS.length)]!);
			}
			service.notifications.answer = ({ index }) => faults.get(index);

			const count = 1 + randomBelow(30);
			const sendOnce = round % 3 === 0 ? 'always' : 'perId';
			const { items } = await runNotifications(
				service,
				{ sendOnce, eventId: `={{ 'round ${round}' }}` },
				{ items: users(count), onError: 'continueRegularOutput' },
			);
			expect(items).toHaveLength(count);
			const claims = items.map(({ json }, at) => {
				const times = service.ledger.phones.filter((notified) => notified === phone(at)).length;
				return { round, at, json, claim: claimOf(json), times };
			});
			const wrong = claims.filter(({ claim, times }) => !POSSIBLE_TIMES[claim].includes(times));
			expect(wrong).toEqual([]);
			for (const { claim } of claims) counts.set(claim, (counts.get(claim) ?? 0) + 1);
		}
		// Each of the three must have occurred, or its part of the test has proved nothing.
		expect([...counts.keys()].sort()).toEqual(Object.keys(POSSIBLE_TIMES).sort());
	});

	/** @returns a function that gives whole numbers from 0 to below its argument, the same ones in every run */
	function randomNumbers(seed: number): (end: number) => number {
		const numbers = fc.sample(fc.nat(), { seed, numRuns: 100_000 }).values();
		return (end) => numbers.next().value! % end;
	}
});

describe('A run that is killed half-way, and then started again', () => {
	/** `NOTIFICATIONS=100000 npx jest exactlyOnce` sends more of them. */
	const COUNT = Number(process.env.NOTIFICATIONS ?? 300);

	/** Every tenth request meets a fault, each kind in turn. */
	function faultAt(request: number): ChosenAnswer | undefined {
		if (request % 10 !== 9) return undefined;
		return PASSING_FAULTS[Math.floor(request / 10) % PASSING_FAULTS.length];
	}

	it(`notifies each of ${COUNT} users once`, async () => {
		const options = { maxPerRun: COUNT };
		const halfWay = deferred();
		service.notifications.answer = ({ index }) => {
			if (index < COUNT / 2) return faultAt(index);
			halfWay.resolve();
			// From here on, the service answers no request, although it notifies every other user.
			return { waitMs: 1_000_000, notifies: index % 2 === 0 ? Infinity : 0 };
		};
		const given = JSON.stringify({ addresses: addressesOf(service), count: COUNT, options });
		// The process leads a group of processes, so that it can be killed together with what it has started.
		const sending = forkProgram('test/support/sendInOwnProcess.ts', [given], {
			stdio: 'ignore',
			detached: true,
			execArgv: [],
		});
		const ended = once(sending, 'exit');
		await Promise.race([halfWay.promise, ended]);
		process.kill(-sending.pid!, 'SIGKILL');
		await ended;
		const notifiedBefore = service.ledger.phones.length;
		expect(notifiedBefore).toBeGreaterThan(COUNT / 3);
		expect(notifiedBefore).toBeLessThan(COUNT);

		service.notifications.answer = ({ index }) => faultAt(index);
		const { error } = await runNotifications(service, { options }, { items: users(COUNT) });
		expect(error).toBeUndefined();
		expect([...service.ledger.phones].sort()).toEqual(users(COUNT).map(({ json }) => json.phone));
	});
});
