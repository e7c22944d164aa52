import { z } from 'zod';
import { InputError } from '../errors';

export interface Template {
	id: string;
	params: string[];
	required: string[];
	/** Its text, with {{name}} or {name} where a parameter goes; empty: not known. */
	sample: string;
}

export const TEMPLATES_FORM =
	'[{ "id": "order_shipped", "params": ["name"], "required": ["name"], "sample": "Hello {{name}}" }]';

const TEXT = { message: 'Enter a text' };
const NAMES = { message: 'Enter a list of names, such as ["name"]' };
const name = z.string(TEXT).trim().min(1, TEXT);
const names = z.array(name, NAMES).optional();
const ENTRY = { message: 'Enter an object with no keys but id, params, required and sample' };
const entrySchema = z
	.object({ id: name, params: names, required: names, sample: z.string(TEXT).default('') }, ENTRY)
	// A misspelt key would leave its template without what it says.
	.strict();
const schema = z.array(entrySchema, { message: 'Put the templates in square brackets' });

/**
 * A JSON list, as `TEMPLATES_FORM` has it. Without `required`, all `params` are required.
 * @throws InputError naming the entry, counted from 1, and its key
 */
export function parseTemplates(value: unknown): ReadonlyMap<string, Template> {
	const templates = new Map<string, Template>();
	const entries = schema.safeParse(typeof value === 'string' ? parsedJson(value) : (value ?? []));
	if (!entries.success) throw notValid(entries.error.issues[0]);
	for (const [index, { id, params = [], required = params, sample }] of entries.data.entries()) {
		if (templates.has(id)) {
			throw unreadable(`entry ${index + 1} > id`, `There is another entry with "${id}"`);
		}
		templates.set(id, { id, params: [...new Set([...params, ...required])], required, sample });
	}
	return templates;
}

function parsedJson(text: string): unknown {
	try {
		return text.trim() === '' ? [] : JSON.parse(text);
	} catch (error) {
		throw unreadable('not valid JSON', (error as Error).message);
	}
}

function notValid(issue: z.ZodIssue | undefined): InputError {
	const { path: [index, key] = [], message = 'Check it' } = issue ?? {};
	if (typeof index !== 'number') return unreadable('not a list', message);
	const entry = `entry ${index + 1}`;
	return unreadable(key === undefined ? entry : `${entry} > ${key}`, message);
}

function unreadable(place: string, problem: string): InputError {
	return new InputError(
		`Templates in the credential cannot be read: ${place}`,
		`${problem}. Write ${TEMPLATES_FORM}. Only "id" is required.`,
	);
}
