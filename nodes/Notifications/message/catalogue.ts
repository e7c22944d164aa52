import { InputError } from '../../shared/errors';
import type { Params } from './message';

/** What the user knows of a template. The service has no list of them. */
export interface Template {
	id: string;
	/** Names of its parameters. */
	params: string[];
	required: string[];
	/** Its text, with {{name}} or {name} where a parameter goes; empty: not known. */
	sample: string;
}

type Fields = Record<string, unknown>;

/**
 * Reads a catalogue of templates, as its author writes it: JSON, or sample requests (section 2.6)
 * with whatever stands around them.
 *
 * @throws InputError where there is text, and no template in it
 */
export function parseCatalogue(value: unknown): Map<string, Template> {
	const text = typeof value === 'string' ? value.trim() : '';
	const templates = new Map<string, Template>();
	for (const template of jsonValuesIn(text).flatMap((found) => templatesOf(found))) {
		const known = templates.get(template.id);
		templates.set(template.id, known ? merged(known, template) : template);
	}
	if (text === '' || templates.size > 0) return templates;
	throw new InputError(
		'Templates in the credential is not valid',
		'Paste sample requests with "type" and "users", or write [{ "id": "order_shipped", "params": ["name"], "required": ["name"], "sample": "Hello {{name}}" }].',
	);
}

/** The sample text with the values of a user; undefined where no sample is known. */
export function preview({ sample }: Template, params: Params): string | undefined {
	if (sample === '') return undefined;
	return sample.replace(/\{\{\s*([^{}]+?)\s*\}\}|\{([^{}]+)\}/g, (whole, double, single) => {
		const name = (double ?? single) as string;
		const value = Object.hasOwn(params, name) ? params[name] : undefined;
		return value === undefined ? whole : typeof value === 'string' ? value : JSON.stringify(value);
	});
}

function templatesOf(value: unknown): Template[] {
	if (Array.isArray(value)) return value.flatMap(templatesOf);
	if (!isFields(value)) return [];
	const { type, users } = value;
	if (typeof type === 'string' && Array.isArray(users)) return [fromRequest(type, users)];
	const id = value['id'] ?? value['templateId'] ?? type;
	if (typeof id === 'string' && id !== '') return [fromEntry(id, value)];
	// By ID: { "order_shipped": { … }, "welcome": ["name"] }
	return Object.entries(value)
		.filter(([, entry]) => typeof entry === 'object' && entry !== null)
		.map(([name, entry]) => fromEntry(name, isFields(entry) ? entry : { params: entry }));
}

/** What a sample request shows is taken to be required: without it, nobody would be notified. */
function fromRequest(id: string, users: unknown[]): Template {
	const names = users
		.filter(isFields)
		.flatMap(({ params }) => (isFields(params) ? Object.keys(params) : []));
	const params = [...new Set(names)];
	return { id, params, required: params, sample: '' };
}

function fromEntry(id: string, entry: Fields): Template {
	const required = namesIn(entry['required'] ?? entry['params']);
	const params = [...new Set([...namesIn(entry['params']), ...required])];
	const sample = entry['sample'] ?? entry['text'];
	return { id, params, required, sample: typeof sample === 'string' ? sample : '' };
}

function namesIn(value: unknown): string[] {
	const list: unknown[] = Array.isArray(value) ? value : isFields(value) ? Object.keys(value) : [];
	return list.filter((name) => typeof name === 'string');
}

function merged(known: Template, more: Template): Template {
	const both = (a: string[], b: string[]) => [...new Set([...a, ...b])];
	return {
		id: known.id,
		params: both(known.params, more.params),
		// What is in one sample only is not needed.
		required: known.required.filter((name) => more.required.includes(name)),
		sample: known.sample || more.sample,
	};
}

/** The whole text as JSON, or every object that stands in it. */
function jsonValuesIn(text: string): unknown[] {
	const whole = jsonIn(text);
	if (whole !== undefined) return [whole];
	const found: unknown[] = [];
	for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start)) {
		const end = endOfObject(text, start);
		const value = jsonIn(text.slice(start, end));
		if (value !== undefined) found.push(value);
		start = value === undefined ? start + 1 : end;
	}
	return found;
}

/** Behind the brace that closes the one at `start`; braces inside of texts do not count. */
function endOfObject(text: string, start: number): number {
	let depth = 0;
	let isText = false;
	for (let at = start; at < text.length; at++) {
		const character = text[at];
		if (isText && character === '\\') at += 1;
		else if (character === '"') isText = !isText;
		else if (!isText && character === '{') depth += 1;
		else if (!isText && character === '}' && --depth === 0) return at + 1;
	}
	return text.length;
}

function jsonIn(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
