import { InputError } from '../../shared/errors';
import { masked, phoneReadings } from './phone';

const LABEL = 'Options > Do Not Send To';

interface Reading {
	/** Those of the items: a phone is blocked as it is read in each of them. */
	countries: Iterable<string>;
	/** Between two phones, as n8n answers nothing during long computations. */
	pause(): Promise<void> | undefined;
}

/**
 * Also whom they reach: a chat address may lack the ninth digit of a mobile of Brazil.
 * @param list of the run: text, a number, or an array of them
 * @throws InputError where it is no list, or where a phone is valid in none of the countries
 */
export async function blockedPhones(
	list: unknown,
	{ countries, pause }: Reading,
): Promise<Set<string>> {
	const blocked = new Set<string>();
	for (const phone of new Set(phonesIn(list))) {
		for (const name of namesOf(phone, countries)) blocked.add(name);
		await pause();
	}
	return blocked;
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

/** Of a phone that can be read as two numbers, both: nobody who opted out is notified. */
function namesOf(phone: unknown, countries: Iterable<string>): string[] {
	const names = [...countries].flatMap((country) => namesIn(phone, country));
	if (names.length > 0) return names;
	const isText = typeof phone === 'string' || typeof phone === 'number';
	throw new InputError(
		`${LABEL} contains an invalid phone number: ${isText ? masked(String(phone)) : 'an object'}`,
		'Check it. Begin phones with + and the country code, or set Options > Default Country.',
	);
}

function namesIn(phone: unknown, country: string): string[] {
	try {
		return phoneReadings(phone, country).flatMap(({ e164, person }) => [e164, person]);
	} catch {
		return [];
	}
}
