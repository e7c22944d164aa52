import fc from 'fast-check';
import type { RequestReading } from '../../../../service/readings';
import type { Service } from '../../../../service/service';
import { checkOnce } from './problems';

const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

/** How many records a day has. */
const shape = fc.record({
	name: fc.constantFrom('dense', 'dense', 'sparse', 'weekdays', 'single day', 'none'),
	rows: fc.integer({ min: 1, max: 5 }),
	/** Which of the days have any, where not all do. */
	days: fc.nat(127),
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

export function generatedCells(count: number, seed: number): Cell[] {
	return fc.sample(cell, { numRuns: count, seed });
}

function rowsOn({ name, rows, days }: Shape, day: string): number {
	const number = Math.round(Date.parse(day) / 86_400_000);
	const hasRows: Record<Shape['name'], boolean> = {
		dense: true,
		sparse: ((days >>> (number % 7)) & 1) === 1,
		weekdays: new Date(Date.parse(day)).getUTCDay() % 6 !== 0,
		'single day': number % 7 === days % 7,
		none: false,
	};
	return hasRows[name] ? rows : 0;
}

/** Whatever the data, no advice is wrong. */
export async function runGenerated(given: Cell) {
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
