import { z } from 'zod';
import { InputError } from '../errors';
import { readWrittenJson } from '../json';

export interface Template extends Parameters {
	id: string;
	/** The text, with `{{name}}` in place of a parameter. Undefined if the credential does not have it. */
	text: string | undefined;
}

interface Parameters {
	/** The names of the parameters in the text, each once. */
	params: string[];
	/** What is sent for a parameter without a value. The template needs a value for every parameter that has no fallback. */
	fallbacks: ReadonlyMap<string, string>;
}

export const TEMPLATE_LINE = 'order_shipped: Hello {{name}}, your order {{order_id}} is on its way';

const ENTER_TEXT = { message: 'Enter a text' };
const ENTER_OBJECT = { message: 'Enter an object with the keys id and text, and no others' };

const entrySchema = z
	.object(
		{
			id: z.string(ENTER_TEXT).trim().min(1, ENTER_TEXT),
			text: z.string(ENTER_TEXT).optional(),
		},
		ENTER_OBJECT,
	)
	// If other keys were allowed, a template with a misspelt key would silently have no text.
	.strict();
const schema = z.array(entrySchema, { message: 'Put the templates in square brackets' });

/** A template, and where it stands, as an error names it. */
type Entry = z.infer<typeof entrySchema> & { place: string };

/**
 * Reads the templates of the credential by their IDs: lines such as `TEMPLATE_LINE`, or a JSON list of objects with the
 * keys `id` and `text`.
 * @throws InputError naming the line or the entry, counted from 1
 */
export function parseTemplates(value: unknown): ReadonlyMap<string, Template> {
	const templates = new Map<string, Template>();
	const isLines = typeof value === 'string' && !/^\s*[[{`]/.test(value);
	for (const { id, text, place } of isLines ? entriesOfLines(value) : entriesOfJson(value)) {
		if (templates.has(id)) throw unreadable(place, `There is another template "${id}"`);
		templates.set(id, { id, text, ...parametersIn(text ?? '') });
	}
	return templates;
}

/** An ID, and the text behind its colon. */
const LINE = /^([\p{L}\p{N}_.-]+)(?:\s*:\s*(.*))?$/u;

function* entriesOfLines(lines: string): Generator<Entry> {
	for (const [index, line] of lines.split('\n').entries()) {
		const place = `line ${index + 1}`;
		if (line.trim() === '') continue;
		const [, id, text = ''] = LINE.exec(line.trim()) ?? [];
		if (id === undefined) {
			throw unreadable(
				place,
				'A line begins with the ID of a template and a colon, and a line break in its text is \\n',
			);
		}
		yield { id, text: text === '' ? undefined : text.replaceAll('\\n', '\n'), place };
	}
}

function entriesOfJson(value: unknown): Entry[] {
	const entries = schema.safeParse(typeof value === 'string' ? parsedJson(value) : (value ?? []));
	if (!entries.success) throw notValid(entries.error.issues[0]);
	return entries.data.map((entry, index) => ({ ...entry, place: `entry ${index + 1} > id` }));
}

const BRACES = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g;
/** A name in double braces. What else may stand there, such as `{{#if}}`, is no parameter. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .-]*$/u;
/** WhatsApp has no other names. In single braces, texts also have codes for customers, such as `{SUMMER}`. */
const NAME_OF_WHATSAPP = /^[a-z0-9_]+$/;

/** The parameters in the braces of a text. */
export function parametersIn(text: string): Parameters {
	const params = new Set<string>();
	const fallbacks = new Map<string, string>();
	for (const [, inDouble, inSingle] of text.matchAll(BRACES)) {
		const { name, fallback } = placeholderOf(inDouble, inSingle);
		if (name !== undefined) params.add(name);
		if (name !== undefined && fallback !== '') fallbacks.set(name, fallback);
	}
	return { params: [...params], fallbacks };
}

/** Names and values, with the fallback for each parameter that has one, but no value. */
export function withFallbacks(
	pairs: ReadonlyArray<readonly [name: string, value: unknown]>,
	fallbacks: ReadonlyMap<string, string>,
): Array<readonly [name: string, value: unknown]> {
	const isEmpty = (value: unknown) =>
		typeof value === 'string' ? value.trim() === '' : value === null || value === undefined;
	const given = pairs.filter(([name, value]) => !(fallbacks.has(name) && isEmpty(value)));
	const names = new Set(given.map(([name]) => name));
	return [...given, ...[...fallbacks].filter(([name]) => !names.has(name))];
}

/** The text of a template as a user reads it. A placeholder without a value or a fallback stays as it is. */
export function filledText(text: string, params: Record<string, unknown>): string {
	const { fallbacks } = parametersIn(text);
	return text.replace(BRACES, (whole, inDouble?: string, inSingle?: string) => {
		const { name } = placeholderOf(inDouble, inSingle);
		if (name === undefined) return whole;
		const given = Object.hasOwn(params, name) ? params[name] : undefined;
		const fallback = fallbacks.get(name);
		const value = given === undefined || given === '' ? (fallback ?? given) : given;
		if (value === undefined) return whole;
		return typeof value === 'string' ? value : JSON.stringify(value);
	});
}

/** What stands in braces: the name of a parameter, if it is one, and what follows a bar. */
function placeholderOf(
	inDouble: string | undefined,
	inSingle: string | undefined,
): { name: string | undefined; fallback: string } {
	const [written = '', ...fallback] = (inDouble ?? inSingle ?? '').split('|');
	const name = written.trim();
	const isName = (inDouble === undefined ? NAME_OF_WHATSAPP : NAME).test(name);
	return { name: isName ? name : undefined, fallback: fallback.join('|').trim() };
}

function parsedJson(text: string): unknown {
	const read = readWrittenJson(text);
	if ('value' in read) return read.value;
	throw unreadable('not valid JSON', read.problem);
}

function notValid(issue: z.ZodIssue | undefined): InputError {
	const [index, key] = issue?.path ?? [];
	const problem = issue?.message ?? 'Check it';
	if (typeof index !== 'number') return unreadable('not a list', problem);
	const entry = `entry ${index + 1}`;
	return unreadable(key === undefined ? entry : `${entry} > ${key}`, problem);
}

function unreadable(place: string, problem: string): InputError {
	return new InputError(
		`Templates in the credential cannot be read: ${place}`,
		`${problem}. Write each template on a line of its own, such as ${TEMPLATE_LINE}, with its text as it stands in Yalo Studio.`,
	);
}
