import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import { holdsExpression } from '../../../shared/field';
import { textField } from '../../../shared/makeField';
import { masked, phoneReadings } from '../../message/phone';

export const doNotSendTo = textField('Do Not Send To', 'doNotSendTo', z.unknown(), {
	placeholder: 'e.g. +5511987654321, +5521998765432',
	description:
		'Phones that receive nothing, separated by commas, or a list from an expression. It is one list for the whole run: all items with one of these phones are skipped.',
});

const LABEL = 'Options > Do Not Send To';
const ALL_ITEMS = "for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.";

/** The list is read once, so an expression of the item would miss whom the other items name. */
const OF_ITEM_DATA =
	/\$(json|binary|data|node|item|itemIndex|position|thisItem|thisItemIndex|parameter)\b|(?<!\bjson\??)(\.item\b|\['item'\]|\["item"\])/;

/** @param written the option as the user wrote it, before n8n evaluates it */
export function checkIsOneList(written: unknown): void {
	if (!holdsExpression(written)) return;
	const [name] = OF_ITEM_DATA.exec(String(written)) ?? [];
	if (!name) return;
	throw new InputError(
		`${LABEL} is one list for the run, but its expression names ${name}, which differs by item`,
		`Use a list of all items, ${ALL_ITEMS}`,
	);
}

interface Reading {
	/** Those of the items: a phone is blocked as it is read in each of them. */
	countries: Iterable<string>;
	/** Lets n8n do other work. */
	pause(): Promise<void> | undefined;
	warn(message: string): void;
}

/**
 * Also whom they reach: a chat address may lack the ninth digit of a mobile of Brazil.
 * @param value a text, a number, or an array of them
 * @throws InputError where it is no list, or where a phone is valid in none of the countries
 */
export async function blockedPhones(
	value: unknown,
	{ countries, pause, warn }: Reading,
): Promise<Set<string>> {
	const blocked = new Set<string>();
	for (const phone of new Set(phonesIn(value, warn))) {
		const names = [...countries].flatMap((country) => namesIn(phone, country));
		if (names.length === 0) throw notValid(phone);
		for (const name of names) blocked.add(name);
		await pause();
	}
	return blocked;
}

function phonesIn(value: unknown, warn: Reading['warn']): unknown[] {
	const list = listIn(value);
	const phones = list.filter(
		(phone) => (typeof phone === 'string' ? phone.trim() : (phone ?? '')) !== '',
	);
	if (phones.length > 0) return phones;
	// A list of empty fields, such as a misspelled one, does not mean that nobody opted out. One
	// empty value is what n8n makes of an empty list, by Always Output Data.
	if (list.length > 1) {
		const advice = 'Check the name of the field in its expression.';
		throw new InputError(`${LABEL} has ${list.length} values, and all are empty`, advice);
	}
	const advice = 'If it should have some, check the name of the field in its expression.';
	if (list.length === 1) warn(`${LABEL} has no phones. ${advice}`);
	return phones;
}

function listIn(value: unknown): unknown[] {
	if (typeof value === 'string') return value.split(/[,;\n]/);
	if (typeof value === 'number') return [value];
	if (Array.isArray(value)) return value;
	throw new InputError(
		`${LABEL} is not a list of phones`,
		'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.',
	);
}

/** Of a phone that can be read as two numbers, both: nobody who opted out is notified. */
function namesIn(phone: unknown, country: string): string[] {
	try {
		return phoneReadings(phone, country).flatMap(({ e164, person }) => [e164, person]);
	} catch {
		return [];
	}
}

function notValid(phone: unknown): InputError {
	if (typeof phone !== 'string' && typeof phone !== 'number') {
		const advice = `Take the phone of each item, ${ALL_ITEMS}`;
		return new InputError(`${LABEL} contains an object or a list instead of a phone`, advice);
	}
	return new InputError(
		`${LABEL} contains an invalid phone number: ${masked(String(phone))}`,
		'Check it. Begin phones with + and the country code, or set Options > Default Country.',
	);
}
