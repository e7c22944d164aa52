import fc from 'fast-check';
import type { INodeParameters } from 'n8n-workflow';
import { leaks } from '../../../../faults/judge';
import { pool } from '../../../../faults/program';
import { answerRows } from '../../../../faults/rows/answers';
import { connectionRows } from '../../../../faults/rows/connection';
import { statusRows } from '../../../../faults/rows/statuses';
import { checks } from '../../../../readings/results';
import type { ServiceOptions } from '../../../../service/options';
import type { RequestReading } from '../../../../service/readings';
import { type Service, startService } from '../../../../service/service';
import { bulkExport, query, runAnalytics } from '../../../../support/analyticsNode';
import { credentialFor } from '../../../../support/credential';
import type { Checked, CheckOptions, Question, Settings } from '../../../../support/serviceCheck';
import { checkService, enter, QUESTIONS } from '../../../../support/serviceCheck';

/* Whatever the service, its data, its faults and the credential: no advice of Check is wrong. */

const MAX_CALLS = 5;
/** Three minutes; timers are late by a little, which counts a hundredfold. */
const MAX_SECONDS = 180 + 20;
const MAX_ROUNDS = 3;
const MINUTE_MS = 60_500;

/** What must hold whatever the service is like. */
function problemsOf(service: Service, settings: Settings, checked: Checked): string[] {
	const { run, all, findings, calls, seconds } = checked;
	if (run.error) return [`it failed: ${run.error.message}`];
	if (all.length !== QUESTIONS.length) return [`there are ${all.length} items`];
	const wordless = all.filter(({ check, found }) => !check || !found);
	const wrong = QUESTIONS.filter((name) => {
		const { result } = findings[name];
		const isFit = fits(name, service, settings);
		if (result === 'ok') return !isFit;
		if (result !== 'change') return false;
		return isFit || !fits(name, service, enter(settings, [findings[name]]));
	});
	return [
		...wrong.map((name) => `${name} is wrong: ${JSON.stringify(findings[name])}`),
		...wordless.map(({ check }) => `no words: ${check}`),
		...(Math.max(calls.queries, calls.bulk) > MAX_CALLS ? ['too many calls'] : []),
		...(seconds > MAX_SECONDS ? [`it took ${Math.round(seconds)} s`] : []),
		...leaks(run, service),
	];
}

/** Whether a credential is set as this service needs it. */
function fits(name: Question, { options }: Service, settings: Settings): boolean {
	const { request = {}, statusRecord = {} } = options.readings;
	const { endDateIncluded = true, dateFormat = 'date', timeZoneForm = 'name' } = settings;
	const { doneWords = '', callsPerMinute = 5 } = settings;
	const dates = dateFormat === 'dateTime' ? 'withTime' : 'withoutTime';
	const fit: Partial<Record<Question, boolean>> = {
		endDate: endDateIncluded === (request.endDate !== 'excluded'),
		dates: [undefined, dates].includes(request.dates),
		timeZone: [undefined, timeZoneForm].includes(request.timeZone),
		job: ['DONE', ...doneWords.split(', ')].includes(statusRecord.done ?? 'DONE'),
		limits: callsPerMinute <= MAX_CALLS,
	};
	return fit[name] ?? true;
}

interface Given extends CheckOptions {
	prepare?: (service: Service) => void;
}

/** Runs Check once against a service. */
async function checkOnce(options: Partial<ServiceOptions>, { prepare, ...given }: Given) {
	const service = await startService(options);
	try {
		prepare?.(service);
		const checked = await checkService(service, given);
		return { problems: problemsOf(service, given.settings ?? {}, checked), service };
	} finally {
		await service.close();
	}
}

const request: fc.Arbitrary<RequestReading> = fc.record(
	{
		endDate: fc.constant('excluded' as const),
		dates: fc.constantFrom('withTime' as const, 'withoutTime' as const),
		timeZone: fc.constantFrom('offset' as const, 'name' as const),
	},
	{ requiredKeys: [] },
);
const settings: fc.Arbitrary<Settings> = fc.record(
	{
		endDateIncluded: fc.boolean(),
		dateFormat: fc.constantFrom('date', 'dateTime', 'yyyy/MM/dd'),
		timeZoneForm: fc.constantFrom('name', 'offset'),
		doneWords: fc.constantFrom('', 'CLOSED', 'EXPORTED'),
	},
	{ requiredKeys: [] },
);

/** How many records a day has. */
const shape = fc.record({
	rows: fc.integer({ min: 1, max: 5 }),
	/** A bit for each day of a week: all, none, one, or some. */
	days: fc.oneof(fc.constantFrom(127, 127, 0, 1, 16), fc.nat(127)),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

const cell = fc.record({
	options: fc.record({
		readings: fc.record({
			request,
			statusRecord: fc.record({
				done: fc.constantFrom('DONE', 'EXPORTED'),
				running: fc.array(fc.constantFrom('QUEUED', 'STAGE 2', ''), { maxLength: 3 }),
			}),
		}),
		errorBody: fc.constantFrom('envelope', 'empty', 'text', 'html', 'json'),
		errorsInside200: fc.boolean(),
		columnNames: fc.constantFrom('secondRow', 'secondRow', 'firstRow', 'absent'),
	}),
	given: fc.record({
		settings,
		queryName: fc.constantFrom(
			...['messages_by_day', 'messages_by_day', 'messages_by_hour_block', 'notifications_by_user'],
			...['usage_by_user', 'campaigns_text', 'no_such_query'],
		),
		timeZone: fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kolkata'),
	}),
	before: shape,
	/** Data that is another from a request on, or grows with each of them. */
	change: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constant('grows' as const) },
		{ weight: 3, arbitrary: fc.record({ at: fc.integer({ min: 2, max: 10 }), shape }) },
	),
});
type Cell = typeof cell extends fc.Arbitrary<infer T> ? T : never;

function rowsOn({ rows, days }: Shape, day: string): number {
	const number = Math.round(Date.parse(day) / 86_400_000);
	return ((days >>> (number % 7)) & 1) * rows;
}

async function problemsOfCell({ options, given, before, change }: Cell) {
	const prepare = (service: Service) => {
		service.options.rowsOn = (day) => {
			const { length } = service.requests;
			if (change === 'grows') return rowsOn(before, day) * length;
			return rowsOn(change && length >= change.at ? change.shape : before, day);
		};
	};
	const { problems } = await checkOnce(options, { ...given, prepare });
	return problems.map((problem) => ({ problem, options, given, before, change }));
}

it('whatever the service, its data and the credential', async () => {
	const results = await pool(fc.sample(cell, { numRuns: 80, seed: 1 }), 40, problemsOfCell);
	expect(results.flat()).toEqual([]);
});

const ROWS = [...connectionRows, ...statusRows, ...answerRows];
const SLOW = ['drip', 'deepJson'];
/** Those that any call may have. */
const FAULTS = ROWS.flatMap(({ cause }) => {
	const fault = 'fault' in cause && !cause.place ? cause.fault : undefined;
	return fault && 'kind' in fault && !SLOW.includes(fault.kind) ? [fault] : [];
});
/** Each call of a check for a service that needs no advice. */
const CALLS = (['query', 'query', 'query', 'bulkStart', 'status', 'download'] as const).map(
	(endpoint, at) => ({ endpoint, before: endpoint === 'query' ? at : 0 }),
);

it.each([1, Infinity])('with a fault at any call, %s times', async (times) => {
	const cells = FAULTS.flatMap((fault) => CALLS.map((call) => ({ fault, ...call })));
	const results = await pool(cells, 24, async ({ fault, endpoint, before }) => {
		const prepare = ({ faults }: Service) => {
			if (before > 0) faults.add(endpoint, { kind: 'delay', ms: 0 }, before);
			faults.add(endpoint, fault, times);
		};
		const { service, problems } = await checkOnce({}, { prepare });
		const isMet = service.requests.some((each) => each.fault === fault.kind);
		const all = [...problems, ...(isMet ? [] : ['the fault was not met'])];
		return all.map((problem) => ({ problem, fault, endpoint, before }));
	});
	expect(FAULTS.length).toBeGreaterThan(20);
	expect(results.flat()).toEqual([]);
});

it('twice in a row within the calls a minute', async () => {
	const service = await startService();
	for (const own of [{}, { callsPerMinute: 2 }]) {
		expect(problemsOf(service, own, await checkService(service, { settings: own }))).toEqual([]);
	}
	await service.close();
});

/** Runs Check and enters its advice until it has no more; then Query and Bulk Export must be right. */
async function isRightAfterAdvice(given: { request: RequestReading; settings: Settings }) {
	const readings = { request: given.request, statusRecord: { done: 'EXPORTED' } };
	const service = await startService({ readings });
	try {
		let entered = given.settings;
		for (let round = 0; round < MAX_ROUNDS; round += 1) {
			const { all } = await checkService(service, { settings: entered });
			if (!all.some(({ result }) => result === 'change')) break;
			entered = enter(entered, all);
			// The calls of this minute are used up.
			await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
		}
		const credential = { ...credentialFor(service), ...entered };
		const run = async (parameters: INodeParameters) => ({
			...{ service, parameters },
			run: await runAnalytics(service, parameters, { credential }),
		});
		const queried = await run(query({ returnAll: true, options: {} }));
		const exported = await run(bulkExport({ dateRange: 'lastDays', days: 7, options: {} }));
		return checks.query(queried) && checks.rows(exported);
	} finally {
		await service.close();
	}
}

it('its advice, once it is entered, is all that a service needs', async () => {
	// To find another form than one of the user's own may take more queries than a check makes.
	const known = settings.filter(({ dateFormat }) => dateFormat !== 'yyyy/MM/dd');
	const cells = fc.sample(fc.record({ request, settings: known }), { numRuns: 60, seed: 1 });
	const areRight = await pool(cells, 30, isRightAfterAdvice);
	expect(cells.filter((_, at) => !areRight[at])).toEqual([]);
});
