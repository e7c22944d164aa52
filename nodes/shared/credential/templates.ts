import { InputError } from '../errors';
import { type Fields, filledNames, isFields } from '../field';

export interface Template {
	id: string;
	params: string[];
	required: string[];
	/** Its text, with {{name}} or {name} where a parameter goes; empty: not known. */
	sample: string;
}

const FORM =
	'Write [{ "id": "order_shipped", "params": ["name"], "required": ["name"], "sample": "Hello {{name}}" }], or paste sample requests with "type" and "users".';
const ENTRY_FIELDS = ['params', 'required', 'sample', 'text'];
const OURS = /"(id|templateId|type|users|params)"\s*:/;

/** JSON, or sample requests (section 2.6) with whatever surrounds them. @throws InputError */
export function parseTemplates(text: unknown): ReadonlyMap<string, Template> {
	const values = typeof text === 'string' ? valuesIn(text.trim()) : [text ?? []];
	const templates = new Map<string, Template>();
	for (const template of values.flatMap((value) => templatesOf(value))) {
		const known = templates.get(template.id);
		templates.set(template.id, known ? merged(known, template) : template);
	}
	const isEmpty = typeof text !== 'string' || text.trim() === '';
	if (templates.size === 0 && !isEmpty) throw unreadable('no template was found in it');
	return templates;
}

function unreadable(where: string): InputError {
	return new InputError(`Templates in the credential cannot be read: ${where}`, FORM);
}

function templatesOf(value: unknown): Template[] {
	if (Array.isArray(value)) {
		return value.flatMap((entry: unknown, index) => {
			const found = templatesOf(entry);
			if (found.length === 0) throw unreadable(`entry ${index + 1} of the list has no "id"`);
			return found;
		});
	}
	if (!isFields(value)) return [];
	const { type, users, body } = value;
	// As a log has it around a request.
	if (isFields(body) && 'users' in body) return templatesOf(body);
	if (isId(type) && Array.isArray(users)) return fromRequest(String(type), users);
	const id = value['id'] ?? value['templateId'] ?? type;
	if (isId(id)) return [fromEntry(String(id), value)];
	if ('params' in value || 'required' in value) return [];
	// By ID: { "order_shipped": { … }, "welcome": ["name"] }; or a list in an object, as APIs give it.
	return Object.entries(value).flatMap(([name, entry]) => {
		const isNames = Array.isArray(entry) && entry.every((each) => typeof each === 'string');
		if (isNames) return [fromEntry(name, { params: entry })];
		const isEntry = isFields(entry) && ENTRY_FIELDS.some((field) => field in entry);
		return isEntry ? [fromEntry(name, entry)] : templatesOf(entry);
	});
}

function isId(value: unknown): value is string | number {
	return /string|number/.test(typeof value) && value !== '';
}

/** One for each user: what all of them have is taken to be required, as nobody is notified without. */
function fromRequest(id: string, users: unknown[]): Template[] {
	return (users.length > 0 ? users : [{}]).map((user) => {
		const given = isFields(user) ? user['params'] : {};
		const params = isFields(given) ? Object.keys(given) : [];
		return { id, params, required: params, sample: '' };
	});
}

function fromEntry(id: string, entry: Fields): Template {
	const named = namesIn(entry['params'], id);
	const required = namesIn(entry['required'] ?? named, id);
	const params = [...new Set([...named, ...required])];
	const sample = entry['sample'] ?? entry['text'];
	return { id, params, required, sample: typeof sample === 'string' ? sample : '' };
}

function namesIn(value: unknown, id: string): string[] {
	const list = isFields(value) ? Object.keys(value) : (value ?? []);
	const names = filledNames.safeParse(list);
	if (names.success) return names.data;
	throw unreadable(`the parameters of "${id}" are not a list of names`);
}

function merged(known: Template, more: Template): Template {
	return {
		id: known.id,
		params: [...new Set([...known.params, ...more.params])],
		// What is in one sample only is not needed.
		required: known.required.filter((name) => more.required.includes(name)),
		sample: known.sample || more.sample,
	};
}

function valuesIn(text: string): unknown[] {
	if (text === '') return [];
	const whole = parsed(text);
	if ('value' in whole) return [whole.value];
	if (text.startsWith('[')) throw unreadable(whole.problem);
	const found: unknown[] = [];
	for (let start = text.indexOf('{'); start >= 0; start = text.indexOf('{', start)) {
		const end = endOfObject(text, start);
		const part = parsed(text.slice(start, end));
		if ('value' in part) found.push(part.value);
		// Braces of something else, as in a command, may stand around.
		else if (OURS.test(text.slice(start, end))) {
			const line = text.slice(0, start).split('\n').length;
			throw unreadable(`the object that begins in line ${line}: ${part.problem}`);
		}
		start = 'value' in part ? end : start + 1;
	}
	return found;
}

function parsed(text: string): { value: unknown } | { problem: string } {
	try {
		return { value: JSON.parse(text) };
	} catch (error) {
		return { problem: (error as Error).message };
	}
}

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
