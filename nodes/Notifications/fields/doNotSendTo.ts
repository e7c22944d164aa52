import { z } from 'zod';
import { InputError } from '../../shared/errors';
import type { Hints } from '../../shared/context';
import { optional } from '../../shared/params/param';
import { textParam } from '../../shared/params/makeParam';
import type { ParamReader } from '../../shared/params/paramReader';
import { OptOuts, readOptOut } from '../message/optOuts';
import { shownPhone } from '../message/phoneWriting';

export const doNotSendTo = optional<unknown>(
	textParam('Do Not Send To', 'doNotSendTo', z.unknown(), {
		// A list of opt-outs may well be empty, which is a hint.
		emptyPart: 'normal',
		shown: shownPhone,
		placeholder: 'e.g. +5511987654321, +5521998765432',
		description:
			'Phones that receive nothing, separated by commas, or a list from an expression. An entry without a plus means every number that ends with its digits. It is one list for the whole run.',
	}),
);

const LABEL = 'Options > Do Not Send To';
const ALL_ITEMS = "for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.";

/**
 * The list is read once, for the first item. If it depended on the item, the phones that other items name would be
 * missing. A list that depends on the item has no value, or a different one, for an item beyond the last.
 * @throws InputError
 */
export function checkIsOneList(parameters: ParamReader, list: unknown, itemCount: number): void {
	const path = `options.${doNotSendTo.property.name}`;
	if (!parameters.hasExpression(path)) return;
	try {
		const beyond = parameters.given(path, itemCount);
		if (JSON.stringify(beyond) === JSON.stringify(list)) return;
	} catch {
		// The expression failed, because there is no item that it could be evaluated for.
	}
	const message = `${LABEL} is one list for the run, but its expression depends on the item`;
	throw new InputError(message, `Use a list of all items, ${ALL_ITEMS}`);
}

interface Reading {
	/** The default country of all items. Empty if there is none, or if they differ. */
	country: string;
	yieldToEventLoop(): Promise<void> | undefined;
	hints: Hints;
}

/**
 * The people whom a list leaves out. A phone that is not valid leaves out everybody whom it may mean, so that one typing
 * error does not stop a run.
 * @param list a text, a number, or an array of them
 * @throws InputError if it is no list, or if entries are no phone numbers
 */
export async function readOptOuts(
	list: unknown,
	{ country, yieldToEventLoop, hints }: Reading,
): Promise<OptOuts> {
	const optOuts = new OptOuts();
	const noPhones: unknown[] = [];
	const notValid: unknown[] = [];
	for (const phone of new Set(phonesIn(list, hints))) {
		const optOut = readOptOut(phone, country);
		if (optOut) optOuts.add(optOut);
		else noPhones.push(phone);
		if (optOut?.isInvalid) notValid.push(phone);
		await yieldToEventLoop();
	}
	if (noPhones.length > 0) throw noPhonesError(noPhones);
	if (notValid.length > 0) hintAtNotValid(notValid, hints);
	return optOuts;
}

function phonesIn(value: unknown, hints: Hints): unknown[] {
	const list = listIn(value);
	const textOf = (phone: unknown) => (typeof phone === 'string' ? phone.trim() : (phone ?? ''));
	const phones = list.filter((phone) => textOf(phone) !== '');
	if (phones.length > 0) return phones;
	// A list of empty values, as a misspelt field gives them, does not mean that nobody has opted out. A single
	// empty value does: it is what n8n makes of an empty list with Always Output Data.
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

const SHOWN_ENTRIES = 3;
const CHECK_THEM = 'Begin phones with + and the country code, or set Options > Default Country.';

/** The last digits of some phones: "…4321, …2671, …0018" */
function firstOf(phones: unknown[]): string {
	const shown = phones.slice(0, SHOWN_ENTRIES).map((phone) => shownPhone(String(phone)));
	return phones.length > SHOWN_ENTRIES ? `${shown.join(', ')}, …` : shown.join(', ');
}

function noPhonesError(entries: unknown[]): InputError {
	if (entries.some((entry) => typeof entry !== 'string' && typeof entry !== 'number')) {
		const advice = `Take the phone of each item, ${ALL_ITEMS}`;
		return new InputError(`${LABEL} contains an object or a list instead of a phone`, advice);
	}
	if (entries.length === 1) {
		const message = `${LABEL} contains an invalid phone number: ${firstOf(entries)}`;
		return new InputError(message, `Check it. ${CHECK_THEM}`);
	}
	return new InputError(
		`${LABEL} contains ${entries.length} entries that are not phone numbers: ${firstOf(entries)}`,
		`Correct or remove them. ${CHECK_THEM}`,
	);
}

function hintAtNotValid(phones: unknown[], hints: Hints): void {
	const isOne = phones.length === 1;
	const what = isOne ? 'a phone that is not valid' : `${phones.length} phones that are not valid`;
	const nobody = `Nobody else is skipped for ${isOne ? 'it' : 'them'}, so check the digits.`;
	hints.add(`${LABEL} contains ${what}: ${firstOf(phones)}. ${nobody}`, { warning: true });
}
