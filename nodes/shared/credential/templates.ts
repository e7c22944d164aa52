import { InputError } from '../errors';

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

/** A template, and where it stands, as an error names it. */
interface Entry {
	id: string;
	text: string | undefined;
	place: string;
}

/**
 * Reads the templates of the credential by their IDs: lines such as `TEMPLATE_LINE`.
 * @throws InputError naming the line, counted from 1
 */
export function parseTemplates(value: unknown): ReadonlyMap<string, Template> {
	const templates = new Map<string, Template>();
	for (const { id, text, place } of entriesOfLines(typeof value === 'string' ? value : '')) {
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

function unreadable(place: string, problem: string): InputError {
	return new InputError(
		`Templates in the credential cannot be read: ${place}`,
		`${problem}. Write each template on a line of its own, such as ${TEMPLATE_LINE}, with its text as it stands in Yalo Studio.`,
	);
}
