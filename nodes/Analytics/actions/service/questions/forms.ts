import type { DateForm } from '../../../dates/requestDates';
import type { Answer, Finding, Session } from '../session';
import { findingFrom, isRefusal, wordsOf } from '../session';

const NAMES = { dateFormat: /\bdates?\b|(start|end)[_ ]?date/i, timeZoneForm: /zone|\boffset/i };
type Setting = keyof typeof NAMES;
const SETTINGS: Setting[] = ['dateFormat', 'timeZoneForm'];

/** How the service takes dates and time zones. */
export interface Forms {
	/** Of the form that it takes; if there is none, of that of the credential. */
	answer: Answer;
	/** The first is that of the credential. */
	tried: Answer[];
	/** It surely does not take the form of the credential. */
	isProven: boolean;
}

/** Asks for a week in the form of the credential and, as long as the service refuses, in others. */
export async function formsOf({ ask, days, details }: Session): Promise<Forms> {
	const own: DateForm = { ...details, endDateIncluded: true };
	const tried: Answer[] = [];
	for (let form: DateForm | undefined = own; form; form = otherForm(own, tried)) {
		tried.push(await ask(days, form));
		if (!mayBeTheForm(tried.at(-1)!)) break;
	}
	const answer = tried.at(-1)!;
	if (answer.error) return { answer: tried[0]!, tried, isProven: false };
	const isSaid = changed(own, answer.form).every((name) => namedBy(tried).includes(name));
	if (isSaid) return { answer, tried, isProven: true };
	// What was refused without a word may be taken now.
	const again = await ask(days, own);
	tried.push(again);
	return { answer: again.error ? answer : again, tried, isProven: mayBeTheForm(again) };
}

/** A service may fail, where it should refuse. */
function mayBeTheForm({ error }: Answer): boolean {
	return isRefusal(error, 400, 422, 500) && !/has no query/.test(error!.message);
}

function namedBy(tried: Answer[]): Setting[] {
	const errors = tried.flatMap(({ error }) => (isRefusal(error, 400, 422) ? [error!] : []));
	return SETTINGS.filter((name) => errors.some((error) => NAMES[name].test(wordsOf(error))));
}

function changed(one: DateForm, other: DateForm): Setting[] {
	return SETTINGS.filter((name) => one[name] !== other[name]);
}

/** One that changes what the service names; without a word, one thing at a time. */
function otherForm(own: DateForm, tried: Answer[]): DateForm | undefined {
	const named = namedBy(tried);
	const distance = (form: DateForm) =>
		SETTINGS.filter((name) => changed(own, form).includes(name) !== named.includes(name)).length;
	const forms = [own.dateFormat, 'date', 'dateTime'].flatMap((dateFormat): DateForm[] => [
		{ ...own, dateFormat, timeZoneForm: 'name' },
		{ ...own, dateFormat, timeZoneForm: 'offset' },
	]);
	const left = forms.filter((form) => tried.every((each) => changed(each.form, form).length > 0));
	return left.sort((one, other) => distance(one) - distance(other))[0];
}

/** Address, certificate, token, and whether the query is open to the account. */
export function access({ answer: { error, records }, tried }: Forms): Finding {
	const finding = findingFrom(...tried);
	if (!error) return finding('ok', `It returned ${records.length} records.`);
	return finding(isRefusal(error, 400, 422) ? 'unknown' : 'failed', wordsOf(error));
}

export function formFinding({ answer, tried, isProven }: Forms, name: Setting): Finding {
	const [own, taken] = [tried[0]!, answer].map(({ dates }) =>
		name === 'dateFormat' ? dates.startDate : dates.timeZone,
	);
	const finding = findingFrom(...tried);
	const value = answer.form[name];
	if (answer.error) return finding('unknown', `No query was answered. ${wordsOf(answer.error)}`);
	if (answer.records.length === 0) {
		return finding('unknown', `${taken} is accepted, but no record shows that it is understood.`);
	}
	if (value === tried[0]!.form[name]) return finding('ok', `${taken} is accepted.`);
	if (!isProven) return finding('unknown', `${taken} is accepted, and ${own} may be too.`);
	return finding('change', `${own} is refused, ${taken} is accepted.`, [name, value]);
}
