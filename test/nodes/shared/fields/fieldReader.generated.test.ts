import fc from 'fast-check';
import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../../nodes/shared/errors';
import { textField } from '../../../../nodes/shared/fields/makeField';
import { text } from '../../../../nodes/shared/fields/field';
import { FieldReader } from '../../../../nodes/shared/fields/fieldReader';
import { PassThrough } from '../../../engine/PassThrough';
import { runNode } from '../../../engine/runNode';
import { seeded } from '../../../support/cuts';

/*
 * Texts with expressions of a small grammar, in n8n's engine, for items that are complete, that have nothing, and that
 * have some of their fields. What n8n gives for an expression in a field of its own says what must be noticed of it.
 */

const TEXTS = 150;
const ITEMS = 12;

/** With it, each expression of the grammar has a value. */
const COMPLETE = {
	name: 'Ana <b>Null</b>',
	brand: 'BaNaNa Kids',
	order: { id: 'o-1042' },
	total: 12.5,
	at: '2026-11-28T10:00:00',
	lines: [{ name: 'Camisa', price: 10 }],
	attributes: [{ key: 'size', value: 'M' }],
};

/** Each with the fields that it has nothing to say without. */
const TEXT_CODE: Array<[code: string, ...fields: string[]]> = [
	['$json.name', '$json.name'],
	['$json.brand', '$json.brand'],
	['$json.order.id', '$json.order.id'],
	['$json.order?.id', '$json.order?.id'],
	['$json["order"]["id"]', '$json.order.id'],
	["$('Input').item.json.order.id", '$json.order.id'],
	["$json.lines.map(i => i.name).join(', ')"],
	['$json.lines.map((line) => line.name)[0]'],
	["$json.attributes.find(a => a.key === 'size')?.value"],
	["DateTime.fromISO($json.at).toFormat('dd/MM')", '$json.at'],
];
const NUMBER_CODE: typeof TEXT_CODE = [
	['$json.total', '$json.total'],
	['parseFloat($json.total)', '$json.total'],
	['$json.lines.reduce((sum, i) => sum + i.price, 0)', '$json.lines'],
	['$json.lines.filter(i => i.price < 100).length', '$json.lines'],
	['DateTime.fromISO($json.at).year', '$json.at'],
];

/** Forms in which an underscore stands for other code. */
const OF_TEXT = [
	...['(_).trim()', "(_).replace(/<[^>]+>|x?y!/g, '')", "(_)?.split('#').pop()", '`#${_}`'],
	...["'#' + (_)", '(_) + (_)', '[_].map((t) => t)[0]'],
];
/** Forms in which the author says what there is if there is nothing. */
const ALTERNATIVES = ["(_) ?? 'none'", "(_) || 'none'", "(_) ? 'some' : ''"];
function withOtherWords(code: string): string {
	return code.replaceAll(" : ''", " : 'no'").replaceAll(/'(?:none|some)'/g, "'other'");
}

const TEXT_OF_NUMBER = ['(_).toFixed(2)', 'String(_)', '`R$ ${_}`'];
const NUMBER_OF_NUMBER = ['(_) * 1.1', 'Math.round(_)', '100 / (_)'];

interface Code {
	code: string;
	fields: string[];
}

const { anyText } = fc.letrec<{ anyText: Code; anyNumber: Code }>((tie) => {
	const oneOf = (codes: typeof TEXT_CODE) =>
		fc.constantFrom(...codes).map(([code, ...fields]) => ({ code, fields }));
	const formOf = (forms: string[], inner: fc.Arbitrary<Code>) =>
		fc.tuple(fc.constantFrom(...forms), inner).map(([form, { code, fields }]) => ({
			code: form.replaceAll('_', () => code),
			fields,
		}));
	const limits = { maxDepth: 3 };
	return {
		anyText: fc.oneof(
			limits,
			oneOf(TEXT_CODE),
			formOf(OF_TEXT, tie('anyText')),
			formOf(ALTERNATIVES, tie('anyText')),
			formOf(TEXT_OF_NUMBER, tie('anyNumber')),
		),
		anyNumber: fc.oneof(limits, oneOf(NUMBER_CODE), formOf(NUMBER_OF_NUMBER, tie('anyNumber'))),
	};
});

/** n8n cannot evaluate an optional chain within a template. */
const isForN8n = (code: string) => !(code.includes('`') && code.includes('?.'));

interface Part extends Code {
	before: string;
}
/** Alone, a list is no text. */
const LIST: Part = {
	...{ before: '? ', code: '$json.lines.map(i => i.name)' },
	fields: [],
};
const part: fc.Arbitrary<Part> = fc.oneof(
	{
		arbitrary: fc
			.tuple(fc.constantFrom('', 'store-', ' R$ '), anyText)
			.filter(([, { code }]) => isForN8n(code))
			.map(([before, code]) => ({ before, ...code })),
		weight: 9,
	},
	{ arbitrary: fc.constant(LIST), weight: 1 },
);
const texts = fc.sample(fc.array(part, { minLength: 1, maxLength: 2 }), seeded(TEXTS));

const someFields = fc.record(
	{
		name: fc.constantFrom('Ana', '', ' ', 'null', null, 0, 'undefined'),
		brand: fc.constantFrom('BaNaNa Kids', 'Ana Null', null),
		order: fc.constantFrom({ id: 'o-1' }, { id: '' }, { id: null }, {}, null),
		total: fc.constantFrom(12.5, 0, '12,50', '12.50', '', null),
		at: fc.constantFrom('2026-11-28', '28.11.2026', null),
		lines: fc.constantFrom([{ name: 'Camisa', price: '10' }], [{}], [{}, { title: 'x' }], [], null),
		attributes: fc.constantFrom([{ key: 'size', value: 'M' }], [{ key: 'size' }], []),
	},
	{ requiredKeys: [] },
);
/** It has no field, and an expression does not fail because of that. */
const WITHOUT_FIELDS = { order: {}, lines: [], attributes: [] };
const items = [COMPLETE, {}, WITHOUT_FIELDS, ...fc.sample(someFields, seeded(ITEMS - 3))].map(
	(json) => ({ json }),
);

/** What one text gave for one item. */
interface Reading {
	written: string;
	json: object;
	/** By n8n, as a whole. */
	value: unknown;
	/** By n8n, for each of its expressions and for its fields alone: undefined for one that failed. */
	alone: Array<Code & { value: unknown; ofFields: unknown[]; hasAlternative: boolean }>;
	/** By our reader, if an expression without a value is an error: the text, or undefined for an error. */
	read: string | undefined;
	/** By our reader, if it is a warning: how many there are, or undefined for an error. */
	warningCount: number | undefined;
}

const cases = texts.map((parts, index) => ({
	parts,
	written: `=${parts.map(({ before, code }) => `${before}{{ ${code} }}`).join('')}`,
	selecting: textField('Text', `selecting${index}`, text, { emptyPart: 'error' }),
	reading: textField('Text', `reading${index}`, z.unknown(), { emptyPart: 'warning' }),
}));

function readAll(n8n: IExecuteFunctions): Reading[] {
	const fields = new FieldReader(n8n);
	return items.flatMap(({ json }, itemIndex) =>
		cases.map(({ parts, written, selecting, reading }) => {
			const value = fields.valueOf(reading.property.name, itemIndex);
			const gaps = orUndefined(() => fields.readWithGaps(reading, itemIndex).gaps);
			const valueOf = (code: string) =>
				n8n.evaluateExpression(`{{ ${code} }}`, itemIndex) as unknown;
			const alone = parts.map((each) => {
				const value = valueOf(each.code);
				// One of its alternatives is in its value if that has another one with other words in their place.
				const hasAlternative = asText(valueOf(withOtherWords(each.code))) !== asText(value);
				return { ...each, value, ofFields: each.fields.map(valueOf), hasAlternative };
			});
			const read = orUndefined(() => fields.read(selecting, itemIndex));
			return { written, json, value, alone, read, warningCount: gaps?.length };
		}),
	);
}

function orUndefined<T>(read: () => T): T | undefined {
	try {
		return read();
	} catch (error) {
		if (error instanceof InputError) return undefined;
		throw error;
	}
}

let readings: Reading[];

beforeAll(async () => {
	readings = [];
	const ofNode = cases.flatMap(({ selecting, reading }) => [selecting, reading]);
	const parameters = cases.flatMap(({ written, selecting, reading }) => [
		[selecting.property.name, written],
		[reading.property.name, written],
	]);
	const { description } = new PassThrough('test.reader');
	const node: INodeType = {
		description: { ...description, properties: ofNode.map(({ property }) => property) },
		async execute() {
			readings.push(...readAll(this));
			return [this.getInputData()];
		},
	};
	const { error } = await runNode({
		node,
		items,
		credential: {},
		parameters: Object.fromEntries(parameters) as INodeParameters,
	});
	if (error) throw error;
});

/** As n8n puts a value into a text; nothing for null. */
function asText(value: unknown): string {
	return [value].join('');
}

/** Whether a person sees nothing of it but punctuation, or whether it is no number. */
function isMissing(value: unknown): boolean {
	if (typeof value === 'number') return !Number.isFinite(value);
	return /^[\s,#-]*$|Infinity/.test(asText(value));
}

/** Whether code has made something of a field that has nothing, such as the 0 of an empty amount. */
function isOfNothing({ value, ofFields, hasAlternative }: Reading['alone'][number]): boolean {
	// Of an empty list, the sum and the count are zero.
	const isZero = /^[^1-9]*0[^1-9]*$/.test(asText(value));
	const empty = ofFields.filter((field) => isMissing(field) && !(Array.isArray(field) && isZero));
	return !hasAlternative && empty.length > 0 && !hasWord(asText(value));
}

/**
 * Whether a customer would read a text in which something is missing that its author did not leave out.
 * @param ofNothing what the same code gives for an item without fields
 */
function isGap(part: Reading['alone'][number], ofNothing: unknown): boolean {
	const { value, hasAlternative } = part;
	// Nobody means to send the punctuation that is left around an alternative, or a division by zero. An alternative that
	// the item without fields has, but not this one, was meant for it.
	const isNothing = (of: unknown) => of !== undefined && asText(of).trim() === '';
	const isMeant = hasAlternative && isNothing(value) && isNothing(ofNothing);
	return (isMissing(value) && !isMeant) || isOfNothing(part);
}

const NULL = /(?<!\p{L})null(?!\p{L})/u;
const FAILED = /undefined|\bNaN|NaN\b|Invalid DateTime/;

/** Whether a word of JavaScript stands in place of a value. */
function hasWord(text: string): boolean {
	return NULL.test(text) || FAILED.test(text);
}

function hasFailed({ value, alone }: Reading): boolean {
	return [value, ...alone.map((part) => part.value)].map(asText).some(hasWord);
}

it('notices what n8n gives nothing for, and nothing else', () => {
	const ofNothing = new Map(
		readings
			.filter(({ json }) => json === WITHOUT_FIELDS)
			.map(({ written, alone }) => [written, alone.map(({ value }) => value)]),
	);
	const wrong = readings.filter((reading) => {
		const { written, value, alone, read, warningCount } = reading;
		// What identifies something must not be without any part of it, whatever its author has written.
		const isRefused =
			hasFailed(reading) || alone.some((part) => isMissing(part.value) || isOfNothing(part));
		const expected = isRefused || value === null ? undefined : asText(value);
		const gaps = alone.filter((part, at) => isGap(part, ofNothing.get(written)?.[at]));
		// Where the text is sent, the word of a failed expression is an error in any case.
		const isWarnedOf = hasFailed(reading) || warningCount === gaps.length;
		return !isWarnedOf || read !== expected;
	});
	expect(wrong.slice(0, 5)).toEqual([]);
});

it('refuses no text of an item that is complete', () => {
	const complete = readings.filter(({ json }) => json === COMPLETE);
	// n8n gives undefined for a template with an optional chain in it.
	const possible = complete.filter(({ alone }) => alone.every(({ value }) => value !== undefined));
	const refused = possible.filter(
		({ read, warningCount }) => read === undefined || (warningCount ?? 0) > 0,
	);
	expect(possible.length).toBeGreaterThan(0.9 * TEXTS);
	expect(refused).toEqual([]);
});

it('accepts no text of an item that has nothing, unless each of its expressions gives something else', () => {
	const ofNothing = readings.filter(
		({ json, alone }) =>
			Object.keys(json).length === 0 && !alone.every(({ hasAlternative }) => hasAlternative),
	);
	expect(ofNothing.length).toBeGreaterThan(TEXTS / 2);
	expect(ofNothing.filter(({ read }) => read !== undefined)).toEqual([]);
});
