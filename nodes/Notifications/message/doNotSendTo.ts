import { InputError } from '../../shared/errors';
import { masked, readPhone } from './phone';

const LABEL = 'Options > Do Not Send To';

/** `own`: the phone of the item that has this list. If it is not valid, the item fails by it. */
export type PhoneList = readonly [list: unknown, country: string, own?: unknown];

/** Also whom they reach: a chat address may lack the ninth digit of a mobile of Brazil. */
export function blockedPhones(lists: readonly PhoneList[]): Set<string> {
	const countriesOf = new Map<unknown, Set<string>>();
	for (const [list, country, own] of lists) {
		for (const phone of phonesIn(list)) {
			if (phone === own && namesOf(phone, [country], true).length === 0) continue;
			countriesOf.set(phone, (countriesOf.get(phone) ?? new Set()).add(country));
		}
	}
	return new Set([...countriesOf].flatMap(([phone, countries]) => namesOf(phone, countries)));
}

function phonesIn(value: unknown): unknown[] {
	const list: unknown =
		typeof value === 'string' ? value.split(/[,;\n]/) : typeof value === 'number' ? [value] : value;
	if (list === undefined || list === null) return [];
	if (!Array.isArray(list)) {
		throw new InputError(
			`${LABEL} is not a list of phones`,
			'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.',
		);
	}
	const phones = list.filter((phone) => String(phone ?? '').trim() !== '');
	// A list of empty fields, such as a misspelled one, does not mean that nobody opted out. One
	// empty value is what n8n makes of an empty list, by Always Output Data.
	if (typeof value !== 'string' && phones.length === 0 && list.length > 1) {
		const advice = 'Check the name of the field in its expression.';
		throw new InputError(`${LABEL} has ${list.length} values, and all are empty`, advice);
	}
	return phones;
}

/** Invalid is what is no phone in any of the countries. */
function namesOf(phone: unknown, countries: Iterable<string>, isOwn = false): string[] {
	const names: string[] = [];
	let problem: unknown;
	for (const country of countries) {
		try {
			const { e164, person } = readPhone(phone, country);
			names.push(e164, person);
		} catch (error) {
			problem = error;
		}
	}
	if (names.length === 0 && !isOwn) throw invalid(phone, problem as InputError);
	return names;
}

function invalid(phone: unknown, { description }: InputError): InputError {
	const isText = typeof phone === 'string' || typeof phone === 'number';
	const shown = isText ? masked(String(phone)) : 'an object';
	return new InputError(`${LABEL} contains an invalid phone number: ${shown}`, description);
}
