import fc from 'fast-check';
import { pool } from '../../../../faults/program';
import { checks } from '../../../../readings/results';
import type { RequestReading } from '../../../../service/readings';
import { type Service, startService } from '../../../../service/service';
import { bulkExport, query, runAnalytics } from '../../../../support/analyticsNode';
import { credentialFor } from '../../../../support/credential';
import { checkService, enter, type Settings } from '../../../../support/serviceCheck';
import { checkOnce } from './problems';

const REQUESTS = ([{}, { endDate: 'excluded' }] as const).flatMap((endDate) =>
	([{}, { dates: 'withTime' }, { dates: 'withoutTime' }] as const).flatMap((dates) =>
		([{}, { timeZone: 'offset' }, { timeZone: 'name' }] as const).flatMap((timeZone) =>
			([{}, { timeZoneForm: 'offset', dateFormat: 'dateTime', doneWords: 'CLOSED' }] as const).map(
				(settings) => ({ request: { ...endDate, ...dates, ...timeZone }, settings }),
			),
		),
	),
);
const MAX_ROUNDS = 3;
const MINUTE_MS = 60_500;

/** Runs Check and enters its advice until it has no more; then Query and Bulk Export must be right. */
async function enterAdvice(given: { request: RequestReading; settings: Settings }) {
	const readings = { request: given.request, statusRecord: { done: 'EXPORTED' } };
	const service = await startService({ readings });
	try {
		let { settings } = given;
		for (let round = 0; round < MAX_ROUNDS; round += 1) {
			const { all } = await checkService(service, { settings });
			if (!all.some(({ result }) => result === 'change')) break;
			settings = enter(settings, all);
			// The calls of this minute are used up.
			await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
		}
		const credential = { ...credentialFor(service), ...settings };
		const ofQuery = query({ returnAll: true, options: {} });
		const ofExport = bulkExport({ dateRange: 'lastDays', days: 7, options: {} });
		const runs = {
			query: { parameters: ofQuery, run: await runAnalytics(service, ofQuery, { credential }) },
			rows: { parameters: ofExport, run: await runAnalytics(service, ofExport, { credential }) },
		};
		const areRight = [
			checks.query({ service, ...runs.query }),
			checks.rows({ service, ...runs.rows }),
		];
		return { ...given, entered: settings, areRight };
	} finally {
		await service.close();
	}
}

it('its advice, once it is entered, is all that a service needs', async () => {
	const results = await pool(REQUESTS, 36, enterAdvice);
	expect(results).toHaveLength(36);
	expect(results.filter(({ areRight }) => areRight.includes(false))).toEqual([]);
});

const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

/** How many records a day has. */
const shape = fc.record({
	rows: fc.integer({ min: 1, max: 5 }),
	/** A bit for each day of a week: all, none, one, or some. */
	days: fc.oneof(fc.constantFrom(127, 127, 0, 1, 16), fc.nat(127)),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

const underWay = fc.constantFrom('QUEUED', 'RUNNING', 'STAGE 2', 'EXPORTING', '');

const cell = fc.record({
	request: fc
		.record({
			endDate: optional('excluded' as const),
			dates: optional('withTime' as const, 'withoutTime' as const),
			timeZone: optional('offset' as const, 'name' as const),
		})
		.map((request) => JSON.parse(JSON.stringify(request)) as RequestReading),
	statusRecord: fc.record({
		done: fc.constantFrom('DONE', 'EXPORTED', 'completed', 'OK'),
		running: fc.array(underWay, { maxLength: 3 }),
	}),
	errorBody: fc.constantFrom('envelope', 'empty', 'text', 'html', 'json'),
	errorsInside200: fc.boolean(),
	columnNames: fc.constantFrom('secondRow', 'secondRow', 'firstRow', 'absent'),
	settings: fc.record(
		{
			endDateIncluded: fc.boolean(),
			dateFormat: fc.constantFrom('date', 'dateTime', 'yyyy/MM/dd'),
			timeZoneForm: fc.constantFrom('name', 'offset'),
			doneWords: fc.constantFrom('', 'CLOSED', 'EXPORTED'),
		},
		{ requiredKeys: [] },
	),
	queryName: fc.constantFrom(
		...['messages_by_day', 'messages_by_day', 'messages_by_hour_block', 'notifications_by_user'],
		...['usage_by_user', 'campaigns_text', 'no_such_query'],
	),
	timeZone: fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kolkata'),
	shape,
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

/** Whatever the data, no advice is wrong. */
async function runGenerated(given: Cell) {
	const { request, statusRecord, shape: before, change, settings, queryName, timeZone } = given;
	const { errorBody, errorsInside200, columnNames } = given;
	const prepare = ({ options, requests }: Service) => {
		options.rowsOn = (day) => {
			if (change === 'grows') return rowsOn(before, day) * requests.length;
			return rowsOn(change && requests.length >= change.at ? change.shape : before, day);
		};
	};
	const readings = { request, statusRecord };
	const options = { readings, errorBody, errorsInside200, columnNames };
	const checked = await checkOnce(options, { settings, queryName, timeZone, prepare });
	return { name: JSON.stringify(given), ...checked };
}

it('whatever the service, its data and the credential: no advice is wrong', async () => {
	const results = await pool(fc.sample(cell, { numRuns: 80, seed: 1 }), 40, runGenerated);
	expect(results.flatMap(({ name, problems }) => problems.map((each) => [name, each]))).toEqual([]);
});
