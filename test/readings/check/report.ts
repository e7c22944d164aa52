import { tableOf } from '../../faults/program';
import { type Finding, QUESTIONS } from '../../support/serviceCheck';
import type { enterAdvice } from './entering';

interface Cell {
	name: string;
	all: Finding[];
	problems: string[];
}

interface Results {
	entered: Array<Awaited<ReturnType<typeof enterAdvice>>>;
	asked: Cell[];
	generated: Cell[];
}

const RESULTS = ['ok', 'change', 'unknown', 'failed'];

/** As Markdown. */
export function reportOf({ entered, asked, generated }: Results): string {
	const right = entered.filter(({ query, bulkExport }) => query && bulkExport).length;
	const longest = Math.max(...entered.map(({ seconds }) => seconds));
	const wrong = (of: Cell[]) =>
		`**Wrong: ${of.filter((each) => each.problems.length > 0).length} of ${of.length}.**`;
	return `# Service > Check

Written by \`node test/run.mjs test/readings/check.ts --write\`, against the simulated service. Times are those of the waits.

## Its advice, once it is entered

Check is run, its advice is entered in the credential, and Check is run again until it has no more. Then *Query* and *Bulk Export* return the last 7 days. **${right} of ${entered.length} are exactly right.** A check took ${Math.round(longest)} seconds at most.

${tableOf(
	['Service', 'Credential', 'Advice', 'Run again', 'Queries, bulk', 'Query', 'Bulk Export'],
	entered.map(({ name, credential, rounds, calls, query, bulkExport }) => [
		...[name, credential, rounds[0]?.join(', ') ?? '', rounds.slice(1).flat().join(', '), calls],
		...[query, bulkExport].map((isRight) => (isRight ? 'right' : 'WRONG')),
	]),
)}

## Every reading of the specification

What Check says of each service of [readings.md](readings.md). ${wrong(asked)}

${tableOf(
	['Reading', ...QUESTIONS],
	asked.map(({ name, all }) => [
		name,
		...all.map(({ result, setting, value }) =>
			result === 'change' ? `${setting}: ${value}` : result,
		),
	]),
)}

## Generated services, data and credentials

Data that is dense, sparse, of weekdays, of a single day, or none; that stays, grows, or is replaced between two calls. ${wrong(generated)}

${tableOf(
	['Question', ...RESULTS],
	(['dates', 'timeZone', 'endDate', 'job'] as const).map((name) => [
		name,
		...RESULTS.map((result) => {
			const at = QUESTIONS.indexOf(name);
			return String(generated.filter(({ all }) => all[at]?.result === result).length);
		}),
	]),
)}
`;
}
