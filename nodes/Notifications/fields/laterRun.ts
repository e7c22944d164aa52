import { isCallOf, fullNameOf } from '../../shared/fields/codePart';
import { type Node, syntaxTree } from '../../shared/fields/syntaxTree';
import { asJson } from '../../shared/text';

/*
 * Send Once knows a message again only if it is the same in a Retry, minutes or hours later. A greeting by the hour is
 * another one in the afternoon, and all would get it twice.
 */

/** Every three hours, since what depends on the hour may be the same at both ends of a day. */
const HOURS_OF_DAY = [0, 3, 6, 9, 12, 15, 18, 21];
/** Noon of the next day, in hours from the beginning of this one. */
const NEXT_NOON = 36;

/** The code of a part in a run at another time. @param hour counted from the beginning of today */
type InRun = (time: string, hour: number) => string;

const now: InRun = (time) => time;
const ofExecution: InRun = (_time, hour) => `'${hour}1000${hour}'`;

/** What is another one in each run: the time, as n8n and JavaScript have it, chance, and the execution. */
const PARTS_OF_RUN = new Map<string, InRun>([
	...['$now', 'DateTime.now()', 'DateTime.local()', 'DateTime.utc()'].map(
		(part) => [part, now] as const,
	),
	['$today', (time) => `${time}.startOf('day')`],
	['Date.now()', (time) => `${time}.toMillis()`],
	['new Date()', (time) => `${time}.toJSDate()`],
	['Date()', (time) => `${time}.toString()`],
	['Math.random()', (_time, hour) => `(${hour} / ${NEXT_NOON + 1})`],
	// The others are the addresses at which it goes on.
	...['id', 'resumeUrl', 'resumeFormUrl'].map(
		(name) => [`$execution.${name}`, ofExecution] as const,
	),
]);

/** What tells how long ago a date was, and whether that was lately. */
const FROM_NOW = ['toRelative', 'toRelativeCalendar', 'diffToNow', 'diffNow', 'isInLast'];

/** The code of a part in another run. Undefined if it is the same in each run. */
function inRunOf(part: Node, textOf: (part: Node) => string): InRun | undefined {
	if (FROM_NOW.some((name) => isCallOf(name, part))) {
		// Empty in every other run, so that it is another text as well as another condition.
		return (_time, hour) => `'${'+'.repeat(hour % 2)}'`;
	}
	if (isCallOf('randomItem', part)) {
		return (_time, hour) => `${textOf(part.callee.object)}.at(${hour === 0 ? 0 : -1})`;
	}
	return PARTS_OF_RUN.get(fullNameOf(part) ?? '');
}

/**
 * Whether an expression has another value in a later run: n8n says so, by its values at other times.
 * @param evaluate gives the value of code, by n8n
 * @param days 0 for a run on the same day, 1 for one on the next
 */
export function isOtherLater(
	code: string,
	evaluate: (code: string) => unknown,
	days: 0 | 1,
): boolean {
	const { outermost, textOf, withInstead } = syntaxTree(code);
	const parts = outermost((part) => inRunOf(part, textOf) !== undefined);
	if (parts.length === 0) return false;
	const hours = days === 0 ? HOURS_OF_DAY : [...HOURS_OF_DAY, NEXT_NOON];
	const values = hours.map((hour) => {
		// Not at midnight, which is the only moment at which a number of days is whole.
		const time = `$now.startOf('day').plus({ hours: ${hour}, minutes: ${hour + 1}, seconds: ${hour + 1} })`;
		const inRun = withInstead(parts, (part) => inRunOf(part, textOf)?.(time, hour) ?? textOf(part));
		return asJson(evaluate(inRun));
	});
	return new Set(values).size > 1;
}
