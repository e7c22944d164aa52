import fc from 'fast-check';
import { startService } from '../../service/service';
import type { Readings, RequestReading } from '../../service/readings';
import { checkService, QUESTIONS, type Settings } from '../../support/serviceCheck';
import { problemsOf } from './problems';

/** How many records a day has. */
interface Shape {
	name: 'dense' | 'sparse' | 'weekdays' | 'single day' | 'none';
	rows: number;
	/** Which of the days have any, where not all do. */
	days: number;
}

export interface GeneratedCell {
	request: RequestReading;
	statusRecord: { done: string; running: string[] };
	errorBody: 'envelope' | 'empty' | 'text' | 'html' | 'json';
	errorsInside200: boolean;
	settings: Settings;
	queryName: string;
	timeZone: string;
	shape: Shape;
	/** Data that is another from a request on, or grows with each of them. */
	change: { at: number; shape: Shape } | 'grows' | undefined;
}

export interface Generated {
	cell: GeneratedCell;
	results: string[];
	problems: string[];
}

const optional = <T>(...values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });

const shape: fc.Arbitrary<Shape> = fc.record({
	name: fc.constantFrom('dense', 'dense', 'sparse', 'weekdays', 'single day', 'none'),
	rows: fc.integer({ min: 1, max: 5 }),
	days: fc.nat(127),
});

const settings = fc.record(
	{
		endDateIncluded: fc.boolean(),
		dateFormat: fc.constantFrom('date', 'dateTime', 'yyyy/MM/dd'),
		timeZoneForm: fc.constantFrom('name', 'offset'),
		doneWords: fc.constantFrom('', 'CLOSED', 'EXPORTED'),
	},
	{ requiredKeys: [] },
);

const cell: fc.Arbitrary<GeneratedCell> = fc.record({
	request: fc
		.record({
			endDate: optional('excluded' as const),
			dates: optional('withTime' as const, 'withoutTime' as const),
			timeZone: optional('offset' as const, 'name' as const),
		})
		.map((request) => JSON.parse(JSON.stringify(request)) as RequestReading),
	statusRecord: fc.record({
		done: fc.constantFrom('DONE', 'EXPORTED', 'completed', 'OK'),
		running: fc.array(fc.constantFrom('QUEUED', 'RUNNING', 'STAGE 2', 'EXPORTING', ''), {
			maxLength: 3,
		}),
	}),
	errorBody: fc.constantFrom('envelope', 'empty', 'text', 'html', 'json'),
	errorsInside200: fc.boolean(),
	settings,
	queryName: fc.constantFrom(
		'messages_by_day',
		'messages_by_day',
		'messages_by_hour_block',
		'notifications_by_user',
		'usage_by_user',
		'campaigns_text',
		'no_such_query',
	),
	timeZone: fc.constantFrom('UTC', 'America/Sao_Paulo', 'Asia/Kolkata'),
	shape,
	change: fc.oneof(
		{ weight: 4, arbitrary: fc.constant(undefined) },
		{ weight: 1, arbitrary: fc.constant('grows' as const) },
		{ weight: 3, arbitrary: fc.record({ at: fc.integer({ min: 2, max: 10 }), shape }) },
	),
});

export function generatedCells(count: number, seed: number): GeneratedCell[] {
	return fc.sample(cell, { numRuns: count, seed });
}

function rowsOn({ name, rows, days }: Shape, day: string): number {
	const number = Math.round(Date.parse(day) / 86_400_000);
	const weekday = new Date(Date.parse(day)).getUTCDay();
	switch (name) {
		case 'dense':
			return rows;
		case 'sparse':
			return ((days >>> (number % 7)) & 1) * rows;
		case 'weekdays':
			return weekday % 6 === 0 ? 0 : rows;
		case 'single day':
			return number % 7 === days % 7 ? rows : 0;
		case 'none':
			return 0;
	}
}

/** Whatever the data, no advice is wrong. */
export async function runGenerated(given: GeneratedCell): Promise<Generated> {
	const { request, statusRecord, errorBody, errorsInside200, queryName, timeZone } = given;
	const readings: Readings = { request, statusRecord };
	const service = await startService({ readings, errorBody, errorsInside200 });
	const { change } = given;
	service.options.rowsOn = (day) => {
		const at = service.requests.length;
		if (change === 'grows') return rowsOn(given.shape, day) * at;
		return rowsOn(change && at >= change.at ? change.shape : given.shape, day);
	};
	try {
		const options = { settings: given.settings, queryName, timeZone };
		const checked = await checkService(service, options);
		return {
			cell: given,
			results: QUESTIONS.map((name) => checked.findings[name]?.result ?? 'none'),
			problems: problemsOf(service, given.settings, checked),
		};
	} finally {
		await service.close();
	}
}
