import { QUESTIONS } from '../../support/serviceCheck';
import type { Entered, EnteringCell } from './entering';
import type { Asked } from './everyReading';
import type { Generated } from './generated';

interface Results {
	entered: Entered[];
	asked: Asked[];
	generated: Generated[];
}

const SETTING_QUESTIONS = ['dates', 'timeZone', 'endDate', 'job'] as const;

/** The report as Markdown, and all that is not right. */
export function reportOf({ entered, asked, generated }: Results) {
	const problems = [
		...entered.flatMap((each) => [
			...each.problems.map((problem) => `${nameOf(each.cell)}: ${problem}`),
			...(each.query ? [] : [`${nameOf(each.cell)}: Query is not right`]),
			...(each.bulkExport ? [] : [`${nameOf(each.cell)}: Bulk Export is not right`]),
		]),
		...asked.flatMap(({ reading, problems: all }) =>
			all.map((problem) => `${reading.name}: ${problem}`),
		),
		...generated.flatMap(({ cell, problems: all }) =>
			all.map((problem) => `${JSON.stringify(cell)}: ${problem}`),
		),
	];
	const right = entered.filter(({ query, bulkExport }) => query && bulkExport).length;
	const longest = Math.max(...entered.map(({ seconds }) => seconds));
	const text = [
		'# Service > Check',
		'',
		'Written by `node test/run.mjs test/readings/check.ts -- --write`, against the simulated service. Times are those of the waits.',
		'',
		'## Its advice, once it is entered',
		'',
		`Check is run, its advice is entered in the credential, and Check is run again until it has no more. Then *Query* and *Bulk Export* return the last 7 days. **${right} of ${entered.length} are exactly right.** A check took ${Math.round(longest)} seconds at most.`,
		'',
		...table(
			['Service', 'Credential', 'Advice', 'Run again', 'Queries, bulk', 'Query', 'Bulk Export'],
			entered.map(({ cell, rounds, calls, query, bulkExport }) => [
				nameOf(cell),
				settingsText(cell),
				rounds[0]?.join(', ') ?? '',
				rounds.slice(1).flat().join(', '),
				calls,
				query ? 'right' : 'WRONG',
				bulkExport ? 'right' : 'WRONG',
			]),
		),
		'',
		'## Every reading of the specification',
		'',
		`What Check says of each service of [readings.md](readings.md). **Wrong: ${asked.filter((each) => each.problems.length > 0).length} of ${asked.length}.**`,
		'',
		...table(
			['Reading', ...QUESTIONS],
			asked.map(({ group, reading, results }) => [`${group}: ${reading.name}`, ...results]),
		),
		'',
		'## Generated services, data and credentials',
		'',
		`Data that is dense, sparse, of weekdays, of a single day, or none; that stays, grows, or is replaced between two calls. **Wrong: ${generated.filter((each) => each.problems.length > 0).length} of ${generated.length}.**`,
		'',
		...table(
			['Question', 'ok', 'change', 'unknown', 'failed'],
			SETTING_QUESTIONS.map((name) => {
				const at = QUESTIONS.indexOf(name);
				const count = (result: string) =>
					String(generated.filter(({ results }) => results[at] === result).length);
				return [name, ...['ok', 'change', 'unknown', 'failed'].map(count)];
			}),
		),
		'',
	].join('\n');
	return { text, problems };
}

function nameOf({ request, done, running, errorBody }: EnteringCell): string {
	const parts = [
		...(request.endDate ? ['end date excluded'] : []),
		...(request.dates ? [`dates ${request.dates === 'withTime' ? 'with' : 'without'} time`] : []),
		...(request.timeZone ? [`zones as ${request.timeZone}s`] : []),
		...(done === 'DONE' ? [] : [`done is ${done}`]),
		...(running.length > 0 ? [`first ${running.join(', ')}`] : []),
		...(errorBody === 'empty' ? ['refuses without words'] : []),
	];
	return parts.join(', ') || 'as the nodes expect';
}

function settingsText({ settings }: EnteringCell): string {
	const text = Object.entries(settings).map(([name, value]) => `${name}: ${value}`);
	return text.join(', ') || 'defaults';
}

function table(head: readonly string[], rows: string[][]): string[] {
	const line = (cells: readonly string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
	return [line(head), line(head.map(() => '---')), ...rows.map(line)];
}
