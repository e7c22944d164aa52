import { asJson } from '../../shared/text';

/*
 * Send Once knows a message again only if it is the same in a Retry, minutes or hours later. A greeting by the hour is
 * another one in the afternoon, and all would get it twice.
 */

/** The time, as n8n and JavaScript have it, and what is another one in each run. */
const OF_RUN =
	/\$now\b|\bDateTime\.(?:now|local)\(\)|\$today\b|\bnew Date\(\)|\bDate\.now\(\)|\$execution\.id\b|\bMath\.random\(\)/g;

/** The same code in a run at another time. @param time a DateTime of Luxon, as code */
function inRunAt(time: string, code: string): string {
	return code.replace(OF_RUN, (each) => {
		if (each === '$today') return `${time}.startOf('day')`;
		if (each === 'new Date()') return `${time}.toJSDate()`;
		return /now$|^DateTime/.test(each) ? time : `${time}.toMillis()`;
	});
}

/**
 * Whether an expression has another value in a later run: n8n says so, by its value at another time.
 * @param evaluate gives the value of code, by n8n
 * @param days 0 for a run on the same day, 1 for one on the next
 */
export function isOtherLater(
	code: string,
	evaluate: (code: string) => unknown,
	days: 0 | 1,
): boolean {
	if (code.search(OF_RUN) < 0) return false;
	const valueAt = (time: string) => asJson(evaluate(inRunAt(time, code)));
	return valueAt("$now.startOf('day')") !== valueAt(`$now.endOf('day').plus({ days: ${days} })`);
}
