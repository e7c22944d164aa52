import { asError } from '../../../../shared/errors';
import type { DateForm } from '../../../dates/requestDates';
import { QUERY_NAMES } from '../../../queries';
import { isRefusal } from '../../../transport/analyticsApi';
import type { Item } from '../../item';
import type { Answer, Finding, Row, Session } from '../session';
import { findingOf, isRefused, wordsOf } from '../session';

const WORDS = { dateFormat: /\bdates?\b|(start|end)[_ ]?date/i, timeZoneForm: /zone|\boffset/i };
type Setting = keyof typeof WORDS;
const SETTINGS: Setting[] = ['dateFormat', 'timeZoneForm'];

/** The answers of a week in the form of the credential, and in the one that the service takes. */
export type Answers = [own: Answer, taken: Answer];

/** As long as the service refuses, changes what it names; without a word, one thing at a time. */
export async function askInForms({ ask, details, week }: Session): Promise<Answers> {
	const form: DateForm = { ...details, endDateIncluded: true };
	const left = [...new Set([form.dateFormat, 'date', 'dateTime'])].flatMap((dateFormat) =>
		(['name', 'offset'] as const).map((timeZoneForm) => ({ ...form, dateFormat, timeZoneForm })),
	);
	const named = new Set<Setting>();
	const isChanged = (other: DateForm, name: Setting) => other[name] !== form[name];
	const distance = (other: DateForm) =>
		SETTINGS.filter((name) => isChanged(other, name) !== named.has(name)).length;
	const tried: Answer[] = [];
	do {
		left.sort((one, other) => distance(one) - distance(other));
		const answer = await ask(...week, left.shift()!);
		tried.push(answer);
		namedIn(answer).forEach((name) => named.add(name));
	} while (isFormRefused(tried.at(-1)!) && left.length > 0);

	const [own, taken] = [tried[0]!, tried.at(-1)!];
	if (taken === own || taken.error) return [own, own];
	const isSaid = SETTINGS.every((name) => named.has(name) || !isChanged(taken.form, name));
	// What was refused without a word may be taken now.
	const again = isSaid ? own : await ask(...week, form);
	return isFormRefused(again) ? [own, taken] : [again, again];
}

/** A service may fail, where it should refuse. */
function isFormRefused({ error }: Answer): boolean {
	return isRefused(error) || isRefusal(error, 500);
}

function namedIn({ error }: Answer): Setting[] {
	const words = isRefused(error) ? wordsOf(error) : '';
	return SETTINGS.filter((name) => WORDS[name].test(words));
}

/** Address, certificate, token, and whether the query is open to the account. */
export function access({ error, records }: Answer): Finding {
	return error ? findingOf(error) : ['ok', `It returned ${records.length} records.`];
}

export function formFinding([own, taken]: Answers, name: Setting): Finding {
	const [before, now] = [own, taken].map(({ dates }) =>
		name === 'dateFormat' ? dates.startDate : dates.timeZone,
	);
	if (taken.error) return ['unknown', 'No query was answered.'];
	if (taken.records.length === 0) {
		return ['unknown', `${now} is accepted, but no record shows that it is understood.`];
	}
	const value = taken.form[name];
	if (value === own.form[name]) return ['ok', `${now} is accepted.`];
	return ['change', `${before} is refused, ${now} is accepted.`, [name, value]];
}

/** Which queries are open to the account: one call each. */
export async function openQueries(item: Item, { dates }: Answer): Promise<Row[]> {
	const rows = QUERY_NAMES.map(async (queryName): Promise<Row> => {
		const answer = item.api().query({ queryName, ...dates, limit: '1' });
		const error = await answer.then(() => undefined, asError);
		item.signal.throwIfAborted();
		const finding: Finding = error ? findingOf(error) : ['ok', 'The service answered.'];
		return [`Is ${queryName} open to your account?`, finding, Object.values(dates)];
	});
	return await Promise.all(rows);
}
