import fc from 'fast-check';
import type { IExecuteFunctions, INodeParameters, INodeType } from 'n8n-workflow';
import { z } from 'zod';
import { ChatCommerceApi } from '../../../../credentials/ChatCommerceApi.credentials';
import { InputError } from '../../../../nodes/shared/errors';
import { textParam } from '../../../../nodes/shared/params/makeParam';
import { text } from '../../../../nodes/shared/params/param';
import { ParamReader } from '../../../../nodes/shared/params/paramReader';
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
	name: 'Ana <b>null</b>',
	brand: 'BaNaNa Kids',
	order: { id: 'o-1042' },
	total: 12.5,
	at: '2026-11-28T10:00:00',
	lines: [{ name: 'Camisa', price: 10 }],
	attributes: [{ key: 'size', value: 'M' }],
};

const TEXT_CODE = [
	'$json.name',
	'$json.brand',
	'$json.order.id',
	'$json.order?.id',
	'$json["order"]["id"]',
	"$('Input').item.json.order.id",
	"$json.lines.map(i => i.name).join(', ')",
	'$json.lines.map((line) => line.name)[0]',
	"$json.attributes.find(a => a.key === 'size')?.value",
	"DateTime.fromISO($json.at).toFormat('dd/MM')",
];
const NUMBER_CODE = [
	'$json.total',
	'parseFloat($json.total)',
	'$json.lines.reduce((sum, i) => sum + i.price, 0)',
	'$json.lines.filter(i => i.price < 100).length',
	'DateTime.fromISO($json.at).year',
];

/** Forms in which an underscore stands for other code. */
const OF_TEXT = [
	...['(_).trim()', "(_).replace(/<[^>]+>|x?y!/g, '')", "(_)?.split('#').pop()", '`#${_}`'],
	...["'#' + (_)", '(_) + (_)', '[_].map((t) => t)[0]'],
	...["(_) ?? 'none'", "(_) || 'none'", "(_) ? 'some' : ''"],
];
const TEXT_OF_NUMBER = ['(_).toFixed(2)', 'String(_)', '`R$ ${_}`'];
const NUMBER_OF_NUMBER = ['(_) * 1.1', 'Math.round(_)', '100 / (_)'];

const { anyText } = fc.letrec<{ anyText: string; anyNumber: string }>((tie) => {
	const formOf = (forms: string[], code: fc.Arbitrary<string>) =>
		fc
			.tuple(fc.constantFrom(...forms), code)
			.map(([form, inner]) => form.replaceAll('_', () => inner));
	const limits = { maxDepth: 3 };
	return {
		anyText: fc.oneof(
			limits,
			fc.constantFrom(...TEXT_CODE),
			formOf(OF_TEXT, tie('anyText')),
			formOf(TEXT_OF_NUMBER, tie('anyNumber')),
		),
		anyNumber: fc.oneof(
			limits,
			fc.constantFrom(...NUMBER_CODE),
			formOf(NUMBER_OF_NUMBER, tie('anyNumber')),
		),
	};
});

/** n8n cannot evaluate an optional chain within a template. */
const isForN8n = (code: string) => !(code.includes('`') && code.includes('?.'));

interface Part {
	before: string;
	code: string;
}
const part: fc.Arbitrary<Part> = fc.oneof(
	{
		arbitrary: fc.record({
			before: fc.constantFrom('', 'store-', ' R$ '),
			code: anyText.filter(isForN8n),
		}),
		weight: 9,
	},
	// Alone, a list is no text.
	{ arbitrary: fc.constant({ before: '? ', code: '$json.lines.map(i => i.name)' }), weight: 1 },
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
const items = [COMPLETE, {}, ...fc.sample(someFields, seeded(ITEMS - 2))].map((json) => ({ json }));

/** What one text gave for one item. */
interface Reading {
	written: string;
	json: object;
	/** By n8n, as a whole. */
	value: unknown;
	/** By n8n, for each of its expressions in a field of its own. */
	alone: Array<{ code: string; value: unknown }>;
	/** By our reader, if an expression without a value is an error: the text, or undefined for an error. */
	read: string | undefined;
	/** By our reader, if it is a warning: how many there are. */
	warningCount: number;
}

const fields = texts.map((parts, index) => ({
	parts,
	written: `=${parts.map(({ before, code }) => `${before}{{ ${code} }}`).join('')}`,
	selecting: textParam('Text', `selecting${index}`, text, { emptyPart: 'error' }),
	reading: textParam('Text', `reading${index}`, z.unknown(), { emptyPart: 'warning' }),
	alone: parts.map((_, place) =>
		textParam('Text', `alone${index}_${place}`, z.unknown(), { emptyPart: 'normal' }),
	),
}));

function readAll(n8n: IExecuteFunctions): Reading[] {
	const parameters = new ParamReader(n8n);
	return items.flatMap(({ json }, itemIndex) =>
		fields.map(({ parts, written, selecting, reading, alone }) => {
			const before = parameters.emptyExpressions(itemIndex).length;
			const value = parameters.read(reading, itemIndex);
			const warningCount = parameters.emptyExpressions(itemIndex).length - before;
			const valueAlone = (place: number) =>
				parameters.valueOf(alone[place]!.property.name, itemIndex);
			return {
				...{ written, json, value, warningCount },
				read: orUndefined(() => parameters.read(selecting, itemIndex)),
				alone: parts.map(({ code }, place) => ({ code, value: valueAlone(place) })),
			};
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
	const params = fields.flatMap(({ selecting, reading, alone }) => [selecting, reading, ...alone]);
	const parameters = fields.flatMap(({ parts, written, selecting, reading, alone }) => [
		[selecting.property.name, written],
		[reading.property.name, written],
		...alone.map(({ property }, place) => [property.name, `={{ ${parts[place]!.code} }}`]),
	]);
	const { description } = new PassThrough('test.reader');
	const node: INodeType = {
		description: { ...description, properties: params.map(({ property }) => property) },
		async execute() {
			readings.push(...readAll(this));
			return [this.getInputData()];
		},
	};
	const { error } = await runNode({
		...{ node, items, credentialType: new ChatCommerceApi(), credential: {} },
		parameters: Object.fromEntries(parameters) as INodeParameters,
	});
	if (error) throw error;
});

/** As n8n puts a value into a text; nothing for null. */
function asText(value: unknown): string {
	return [value].join('');
}

/** Whether an expression says itself what there is without a value. */
function allows(code: string): boolean {
	return ['??', '||', ' ? '].some((word) => code.includes(word));
}

/** Whether a person sees nothing of it, apart from the commas of a list, or whether it is no number. */
function isMissing(value: unknown): boolean {
	if (typeof value === 'number') return !Number.isFinite(value);
	return /^[\s,]*$/.test(asText(value));
}

const NULL = /(?<!\p{L})null(?!\p{L})/u;

/** Whether words of JavaScript stand in place of a value. */
function hasFailed({ value, json }: Reading): boolean {
	const ofItem = JSON.stringify(json, (_, inner: unknown) => inner ?? undefined);
	const text = asText(value);
	const hasNull = NULL.test(text) && !NULL.test(ofItem);
	return hasNull || /undefined|\bNaN|NaN\b|Invalid DateTime/.test(text);
}

it('notices what n8n gives nothing for, and nothing else', () => {
	const wrong = readings.filter((reading) => {
		const { value, alone, read, warningCount } = reading;
		const missing = alone.filter((part) => isMissing(part.value) && !allows(part.code));
		const isRefused = missing.length > 0 || hasFailed(reading) || value === null;
		const expected = isRefused ? undefined : asText(value);
		return warningCount !== missing.length || read !== expected;
	});
	expect(wrong.slice(0, 5)).toEqual([]);
});

it('refuses no text of an item that is complete', () => {
	// n8n gives null for a template with an optional chain in it.
	const complete = readings.filter(({ json, value }) => json === COMPLETE && value !== null);
	const refused = complete.filter(
		({ read, warningCount }) => read === undefined || warningCount > 0,
	);
	expect(complete.length).toBeGreaterThan(0.9 * TEXTS);
	expect(refused).toEqual([]);
});

it('accepts no text of an item that has nothing, unless its expressions allow that', () => {
	const ofNothing = readings.filter(
		({ json, alone }) => Object.keys(json).length === 0 && !alone.every(({ code }) => allows(code)),
	);
	expect(ofNothing.length).toBeGreaterThan(TEXTS / 2);
	expect(ofNothing.filter(({ read }) => read !== undefined)).toEqual([]);
});
