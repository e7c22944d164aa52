import type { Execution } from '../../shared/context';
import { InputError } from '../../shared/errors';
import { readWrittenJson } from '../../shared/json';
import { asJson, listed } from '../../shared/text';
import { labelOf } from '../../shared/fields/field';
import type { FieldReader } from '../../shared/fields/fieldReader';
import { hasChoice } from '../../shared/fields/chosenCode';
import { isCallOf } from '../../shared/fields/codePart';
import { syntaxTree } from '../../shared/fields/syntaxTree';
import { isOfItem, takenFromItems } from '../../shared/fields/takenFromItems';
import { isBlank } from '../../shared/visibleText';
import { OptOuts } from '../message/optOuts';
import { shownPhone, textOfPhone } from '../message/phoneWriting';
import { withEachItem } from './fixedItem';
import { options } from './options';

const { doNotSendTo } = options.fields;
const LABEL = labelOf(doNotSendTo);
const ALL_ITEMS = "for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.";

const SEPARATOR = /[,;\n]/;

type ListContext = Pick<Execution, 'fields' | 'hints' | 'yieldToEventLoop'>;

/**
 * The people whom the list leaves out. It is read once, for the first item: if it depended on the item, the phones that
 * other items name would be missing.
 * @returns undefined if the node does not have this option
 * @throws InputError if it is no list, if entries are no phone numbers, if it depends on the item, or if it is that of one
 * item of several
 */
export async function readOptOuts(context: ListContext): Promise<OptOuts | undefined> {
	const { fields } = context;
	const list = fields.read(doNotSendTo, 0);
	if (list === undefined) return undefined;
	const optOuts = await optOutsIn(entriesOf(list, fields), context);
	checkIsOfAll(fields);
	return optOuts;
}

/** @throws InputError for a list that depends on the item, and for that of one item of several */
function checkIsOfAll(fields: FieldReader): void {
	const codes = fields.codesOf(doNotSendTo);
	const advice = `Use a list of all items, ${ALL_ITEMS}`;
	if (codes.some((code) => dependsOnItem(code, fields))) {
		const problem = `${LABEL} is one list for the run, but its expression depends on the item`;
		throw new InputError(problem, advice);
	}
	if (isOfOneItem(fields)) {
		const problem = `${LABEL} has the phones of one item, and other items have others`;
		throw new InputError(problem, advice);
	}
}

/** Beyond the last item, an expression that depends on the item has no value, or a different one; but a condition may hide that. */
function dependsOnItem(code: string, fields: FieldReader): boolean {
	const valueFor = (itemIndex: number) => asJson(fields.evaluate(code, itemIndex));
	return isOfItem(code) || valueFor(fields.lastIndex + 1) !== valueFor(0);
}

/** Whether the list is that of one item of a node, which may be empty, and other items have other phones. */
function isOfOneItem(fields: FieldReader): boolean {
	const [ofOne, other] = fields.codesOf(doNotSendTo).flatMap((code) => {
		const ofEach = withEachItem(code);
		return ofEach === undefined ? [] : { code, ofEach };
	});
	// A list may be made of several items by hand.
	if (!ofOne || other) return false;
	const own = asJson(fields.evaluate(ofOne.code, 0));
	const values = fields.evaluate(ofOne.ofEach, 0);
	return Array.isArray(values) && values.some((each) => asJson(each) !== own && hasPhone(each));
}

/** Whether a value is a list with a phone in it. Other rows of settings have other values. */
function hasPhone(value: unknown): boolean {
	const entries = typeof value === 'string' ? value.split(SEPARATOR) : [value].flat();
	return entries.some((entry) => new OptOuts().add(entry));
}

async function optOutsIn(
	entries: unknown[],
	{ fields, hints, yieldToEventLoop }: ListContext,
): Promise<OptOuts> {
	const optOuts = new OptOuts();
	const bad = new Set<unknown>();
	let isEmpty = true;
	let missing = 0;
	for (const entry of entries) {
		await yieldToEventLoop();
		if (entry === undefined) missing += 1;
		if (textOfPhone(entry) === '') continue;
		isEmpty = false;
		if (!optOuts.add(entry)) bad.add(entry);
	}
	// A misspelt field gives empty values, too. That does not mean that nobody has opted out.
	if (isEmpty && entries.length > 0 && !isOfEmptyItems(fields)) {
		const advice = `Check the name of the field in its expression, ${ALL_ITEMS}`;
		throw new InputError(`${LABEL} has no phones: all its values are empty`, advice);
	}
	// A condition may have found nobody, but so does one with a misspelt field.
	if (isEmpty) hints.add(`${LABEL} has no phones, so it leaves nobody out.`);
	// Whoever writes a condition has thought of those without a phone.
	else if (missing > 0 && !fields.codesOf(doNotSendTo).some(hasChoice)) {
		hints.add(
			`${LABEL} has undefined entries (${missing} of ${entries.length}): if their items have the phone in another field, these people are not left out.`,
		);
	}
	if (bad.size === 0) return optOuts;
	throw new InputError(
		`${LABEL} contains entries that are not phone numbers: ${listed([...bad], shownPhone)}`,
		'Each entry is one phone number of 7 to 13 digits, or 15 with a plus, without a name or a note. Correct it, or remove it.',
	);
}

function entriesOf(list: unknown, fields: FieldReader): unknown[] {
	const value = typeof list === 'string' ? listIn(list, fields) : list;
	if (typeof value === 'number') return [value];
	// `optedOut && phone` gives false for somebody who has not opted out.
	if (Array.isArray(value)) return value.flat().filter((entry) => entry !== false);
	throw new InputError(
		`${LABEL} is not a list of phones`,
		'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.',
	);
}

function listIn(text: string, fields: FieldReader): unknown {
	if (text.trim() === '' && isOfNobody(fields)) return [];
	const json = text.trim().startsWith('[') ? readWrittenJson(text) : {};
	return 'value' in json ? json.value : text.split(SEPARATOR);
}

/**
 * Whether an empty text is an empty cell, or joins a list of nobody. It may also join the misspelt fields of somebody: then
 * it is not empty any more if each entry is a 1.
 */
function isOfNobody(fields: FieldReader): boolean {
	const codes = fields.codesOf(doNotSendTo);
	const isNobody = (code: string) => {
		const { nodes, outermost, textOf, withInstead } = syntaxTree(code);
		const joined = nodes.filter((node) => isCallOf('join', node)).map((node) => node.callee.object);
		if (joined.length === 0) return !nodes.some((node) => isCallOf('map', node));
		const lists = outermost((node) => joined.some((list) => list === node));
		const ones = withInstead(lists, (list) => `(${textOf(list)}).map(() => 1)`);
		const text = fields.evaluate(ones, 0);
		return typeof text === 'string' && isBlank(text);
	};
	return codes.length > 0 && codes.every(isNobody);
}

/** Whether the list is made of items without fields: with Always Output Data, n8n makes one of no items. */
function isOfEmptyItems(fields: FieldReader): boolean {
	const sources = fields.codesOf(doNotSendTo).flatMap(takenFromItems);
	const isEmpty = ({ json }: { json: object }) => Object.keys(json).length === 0;
	const areEmpty = (source: string) => {
		const items = fields.evaluate(source, 0);
		return Array.isArray(items) && items.every(isEmpty);
	};
	return sources.length > 0 && sources.every(areEmpty);
}
