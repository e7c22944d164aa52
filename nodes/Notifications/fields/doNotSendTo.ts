import { z } from 'zod';
import { InputError } from '../../shared/errors';
import type { Param } from '../../shared/params/param';
import type { Hints } from '../../shared/hints';
import { textParam } from '../../shared/params/makeParam';
import type { ParamReader } from '../../shared/params/paramReader';
import { phoneReadings, shownPhone } from '../message/phone';

export const doNotSendTo: Param<unknown> = {
	...textParam('Do Not Send To', 'doNotSendTo', z.unknown(), {
		placeholder: 'e.g. +5511987654321, +5521998765432',
		description:
			'Phones that receive nothing, separated by commas, or a list from an expression. It is one list for the whole run: all items with one of these phones are skipped.',
	}),
	absent: [],
};

const LABEL = 'Options > Do Not Send To';
const ALL_ITEMS = "for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.";

/**
 * The list is read once, so one of an item's own would miss whom the other items name: what depends on
 * an item has no value behind the last one, or another. @throws InputError
 */
export function checkIsOneList(parameters: ParamReader, list: unknown, itemCount: number): void {
	const path = `options.${doNotSendTo.property.name}`;
	if (!parameters.hasExpression(path)) return;
	try {
		const behind = parameters.given(path, itemCount);
		if (behind !== undefined && JSON.stringify(behind) === JSON.stringify(list)) return;
	} catch {
		// There is no item to evaluate it with.
	}
	const message = `${LABEL} is one list for the run, but its expression depends on the item`;
	throw new InputError(message, `Use a list of all items, ${ALL_ITEMS}`);
}

interface Reading {
	/** Those of the items: a phone is blocked as it is read in each of them. */
	countries: Iterable<string>;
	yieldToEventLoop(): Promise<void> | undefined;
	hints: Hints;
}

/**
 * All numbers that the phones may be, and whom these reach. @param list a text, a number, or an array of them
 * @throws InputError where it is no list, or where a phone is valid in none of the countries
 */
export async function blockedPhones(
	list: unknown,
	{ countries, yieldToEventLoop, hints }: Reading,
): Promise<Set<string>> {
	const blocked = new Set<string>();
	for (const phone of new Set(phonesIn(list, hints))) {
		const names = ['', ...countries].flatMap((country) => namesIn(phone, country));
		if (names.length === 0) throw notValid(phone);
		for (const name of names) blocked.add(name);
		await yieldToEventLoop();
	}
	return blocked;
}

function phonesIn(value: unknown, hints: Hints): unknown[] {
	const list = listIn(value);
	const textOf = (phone: unknown) => (typeof phone === 'string' ? phone.trim() : (phone ?? ''));
	const phones = list.filter((phone) => textOf(phone) !== '');
	if (phones.length > 0) return phones;
	// A list of empty fields, such as a misspelled one, does not mean that nobody opted out. One
	// empty value is what n8n makes of an empty list, by Always Output Data.
	if (list.length > 1) {
		const advice = 'Check the name of the field in its expression.';
		throw new InputError(`${LABEL} has ${list.length} values, and all are empty`, advice);
	}
	const advice = 'If it should have some, check the name of the field in its expression.';
	if (list.length === 1) hints.add(`${LABEL} has no phones. ${advice}`, { warning: true });
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

/** Nobody who opted out is notified: at worst, one too few is. */
function namesIn(phone: unknown, country: string): string[] {
	try {
		return phoneReadings(phone, country).flatMap(({ e164, recipientKey }) => [e164, recipientKey]);
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
		`${LABEL} contains an invalid phone number: ${shownPhone(String(phone))}`,
		'Check it. Begin phones with + and the country code, or set Options > Default Country.',
	);
}
