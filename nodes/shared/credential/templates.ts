import { InputError } from '../errors';
import { tidy } from '../visibleText';

export interface Template {
	id: string;
	/** The text, with `{{name}}` in place of a parameter. Undefined if the credential does not have it. */
	text: string | undefined;
	/** The names of the parameters in the text, each once. */
	params: string[];
	/** What is sent for a parameter without a value. The template needs a value for every parameter that has no fallback. */
	fallbacks: ReadonlyMap<string, string>;
}

export const TEMPLATE_LINE = 'order_shipped: Hello {{name}}, your order {{order_id}} is on its way';

/** An ID, and the text behind its colon. */
const LINE = /^([\p{L}\p{N}_.-]+)(?:\s*:\s*(.*))?$/u;

/**
 * Reads the templates of the credential by their IDs: lines such as `TEMPLATE_LINE`.
 * @throws InputError naming the line, counted from 1
 */
export function parseTemplates(text: string): ReadonlyMap<string, Template> {
	const templates = new Map<string, Template>();
	for (const [index, written] of text.split('\n').entries()) {
		// The names of templates and parameters that the node has are tidied, too.
		const line = tidy(written);
		if (line === '') continue;
		const [, id, ofTemplate = ''] = LINE.exec(line) ?? [];
		if (id === undefined) {
			const form = 'A line begins with the name of a template and a colon';
			throw unreadable(index, `${form}, and a line break in its text is \\n`);
		}
		if (templates.has(id)) throw unreadable(index, `There is another template "${id}"`);
		const withBreaks = ofTemplate === '' ? undefined : ofTemplate.replaceAll('\\n', '\n');
		templates.set(id, { id, text: withBreaks, ...parametersIn(ofTemplate) });
	}
	return templates;
}

/** WhatsApp has no other braces. What else may stand in them, such as `{{#if}}`, is text. */
export const BRACES = /\{\{([^{}]+)\}\}/g;
const NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_ .-]*$/u;

/** What stands in braces: the name of a parameter, if it is one, and its fallback, which follows a bar. */
export function placeholderOf(inBraces: string): { name: string | undefined; fallback: string } {
	const [written = '', ...fallback] = inBraces.split('|');
	const name = written.trim();
	return { name: NAME.test(name) ? name : undefined, fallback: fallback.join('|').trim() };
}

/** The parameters in the braces of a text. */
function parametersIn(text: string): Pick<Template, 'params' | 'fallbacks'> {
	const params = new Set<string>();
	const fallbacks = new Map<string, string>();
	for (const [, inBraces = ''] of text.matchAll(BRACES)) {
		const { name, fallback } = placeholderOf(inBraces);
		if (name === undefined) continue;
		params.add(name);
		if (fallback !== '') fallbacks.set(name, fallback);
	}
	return { params: [...params], fallbacks };
}

function unreadable(index: number, problem: string): InputError {
	return new InputError(
		`Templates in the credential cannot be read: line ${index + 1}`,
		`${problem}. Write each template on a line of its own, such as ${TEMPLATE_LINE}, with the same text as in Yalo Studio.`,
	);
}
