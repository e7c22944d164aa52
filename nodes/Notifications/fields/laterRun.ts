import { asJson } from '../../shared/text';

/*
 * Send Once knows a message again only if it is the same in a Retry, minutes or hours later. A greeting by the hour is
 * another one in the afternoon, and all would get it twice.
 */

/** The time, as n8n and JavaScript have it, and what is another one in each run. */
const OF_RUN =
	/\$now\b|\$today\b|\bDateTime\.(?:now|local|utc)\(\)|\bnew Date(?:\(\)|(?!\s*\())|\bDate\.now\(\)|\$execution(?:\.id\b|\[['"]id['"]\])|\bMath\.random\(\)|\.randomItem\(\)/g;

/** Every three hours, since what depends on the hour may be the same at both ends of a day. */
const HOURS_OF_DAY = [0, 3, 6, 9, 12, 15, 18, 21];
/** Noon of the next day, in hours from the beginning of this one. */
const NEXT_NOON = 36;

/** The same code in a run at another time. @param hour counted from the beginning of today */
function inRunAt(hour: number, code: string): string {
	// Not at midnight, which is the only moment at which a number of days is whole.
	const time = `$now.startOf('day').plus({ hours: ${hour}, minutes: 1 })`;
	return code.replace(OF_RUN, (each) => {
		if (each === '$today') return `${time}.startOf('day')`;
		if (each.startsWith('new')) return `${time}.toJSDate()`;
		if (each === 'Date.now()') return `${time}.toMillis()`;
		if (each.startsWith('$execution')) return `'${hour}1000${hour}'`;
		if (each === 'Math.random()') return `(${hour} / ${NEXT_NOON + 1})`;
		if (each === '.randomItem()') return `.at(${hour === 0 ? 0 : -1})`;
		return time;
	});
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
	if (code.search(OF_RUN) < 0) return false;
	const hours = days === 0 ? HOURS_OF_DAY : [...HOURS_OF_DAY, NEXT_NOON];
	const values = hours.map((hour) => asJson(evaluate(inRunAt(hour, code))));
	return new Set(values).size > 1;
}
