import { z } from 'zod';
import { InputError } from '../errors';

export interface Template {
	id: string;
	/** The text, with `{{name}}` or `{name}` in place of a parameter. Undefined if the credential does not have it. */
	text: string | undefined;
	/** The names in the braces of the text, each once. The template needs all of these parameters. */
	params: string[];
}

export const TEMPLATES_FORM = '[{ "id": "order_shipped", "text": "Hello {{name}}" }]';

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

/**
 * Reads the templates of the credential, a JSON list such as `TEMPLATES_FORM`, by their IDs.
 * @throws InputError naming the entry, counted from 1, and its key
 */
export function parseTemplates(value: unknown): ReadonlyMap<string, Template> {
	const templates = new Map<string, Template>();
	const entries = schema.safeParse(typeof value === 'string' ? parsedJson(value) : (value ?? []));
	if (!entries.success) throw notValid(entries.error.issues[0]);
	for (const [index, { id, text }] of entries.data.entries()) {
		if (templates.has(id)) {
			throw unreadable(`entry ${index + 1} > id`, `There is another entry with "${id}"`);
		}
		templates.set(id, { id, text, params: placeholdersIn(text ?? '') });
	}
	return templates;
}

const PLACEHOLDER = /\{\{([^{}]+)\}\}|\{([^{}]+)\}/g;

/** The names in the braces of a text, each once. */
export function placeholdersIn(text: string): string[] {
	const names = [...text.matchAll(PLACEHOLDER)].map((match) => nameIn(match[1], match[2]));
	return [...new Set(names)].filter((name) => name !== '');
}

/** The text of a template as a user reads it. A placeholder without a value stays as it is. */
export function filledText(text: string, params: Record<string, unknown>): string {
	return text.replace(PLACEHOLDER, (whole, inDouble?: string, inSingle?: string) => {
		const name = nameIn(inDouble, inSingle);
		const value = Object.hasOwn(params, name) ? params[name] : undefined;
		if (value === undefined) return whole;
		return typeof value === 'string' ? value : JSON.stringify(value);
	});
}

function nameIn(inDouble: string | undefined, inSingle: string | undefined): string {
	return (inDouble ?? inSingle ?? '').trim();
}

function parsedJson(text: string): unknown {
	try {
		return text.trim() === '' ? [] : JSON.parse(text);
	} catch (error) {
		throw unreadable('not valid JSON', (error as Error).message);
	}
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
		`${problem}. Write ${TEMPLATES_FORM}, with the text of the template as it stands in Yalo Studio.`,
	);
}
