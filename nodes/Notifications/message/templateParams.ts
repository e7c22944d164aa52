import type { Template } from '../../shared/credential/templates';
import { InputError } from '../../shared/errors';
import { holdsNothing, isNothing, leavesIn } from '../../shared/values';
import { type Gap, hasContent, type InputItem } from '../../shared/fields/expression';
import { checkText } from '../../shared/fields/failedWords';
import { isBlank, tidy } from '../../shared/visibleText';
import { listed } from '../../shared/text';
import type { Params } from './message';
import { isNested, MAP_ONE, paramLabel, sentValue } from './paramValues';

/** A parameter of a template, as the fields of an item give it. */
export interface TemplateParam {
	name: string;
	value: unknown;
	/** It is left out if its value is null, and if that is meant. */
	state: 'filled' | 'empty' | 'leftOut';
	gaps: readonly Gap[];
}

/** @param gaps the expressions in its value that gave nothing */
export function templateParam(
	name: string,
	value: unknown,
	gaps: readonly Gap[] = [],
): TemplateParam {
	return { name: tidy(name), value, state: paramState(value, gaps), gaps };
}

function paramState(value: unknown, gaps: readonly Gap[]): TemplateParam['state'] {
	if (gaps.length > 0) {
		// Punctuation is nothing beside what is missing, as between two expressions.
		const isLeft = typeof value === 'string' ? hasContent(value) : !holdsNothing(value);
		return isLeft && !gaps.some(({ leavesNothing }) => leavesNothing) ? 'filled' : 'empty';
	}
	if (value === null || value === undefined) return 'leftOut';
	return isNothing(value) ? 'empty' : 'filled';
}

interface Rules {
	/** Undefined if the credential does not list it. */
	template: Template | undefined;
	/** Whether the parameters come as JSON, where an empty one may be meant, and much else may stand. */
	isJson: boolean;
	item: InputItem;
}

export interface SentParams {
	params: Params;
	/** What is missing in them, and which of them the text of the template does not have. */
	warnings: string[];
}

/**
 * The parameters that are sent:
 * - The fallback of the template stands in for one that is empty or left out.
 * - One that the text of the template needs must be there, and must not be empty.
 * - In Define Below and the form, none may be empty, as each of them was entered.
 * - In JSON, only those in the text of the template are sent, if it is known; and lists and objects, such as buttons.
 * - One in the text of the template is no list and no object.
 * @throws InputError naming the parameter at fault
 */
export function sentParams(
	entered: readonly TemplateParam[],
	{ template, isJson, item }: Rules,
): SentParams {
	const withFallbacks = withFallbacksOf(template, entered);
	const needed = template?.params ?? [];
	checkNoneIsEmpty(
		isJson ? withFallbacks.filter(({ name }) => needed.includes(name)) : withFallbacks,
	);
	checkNeeded(withFallbacks, needed);

	const others = withFallbacks.filter((param) => !isExpected(param, template));
	const notSent = others.filter(({ value }) => isJson && !isNested(value));
	// Whoever gives a whole item as JSON may not mean its lists. In Define Below, their type was chosen.
	const unexpected = others.filter(({ value }) => isNested(value) === isJson);
	const sent = withFallbacks.filter((param) => !notSent.includes(param));
	return {
		params: paramsOf(sent, needed, item),
		warnings: [
			...notInText(notSent, 'are not sent'),
			...notInText(unexpected, 'are sent all the same'),
			...sent.flatMap(({ gaps }) => gaps.map(({ problem }) => problem)),
			// JSON leaves out what is undefined.
			...sent
				.filter(({ value, gaps }) => gaps.length === 0 && [...leavesIn(value)].includes(undefined))
				.map(({ name }) => `${paramLabel(name)} has an expression that gave no value`),
		],
	};
}

function withFallbacksOf(
	template: Template | undefined,
	entered: readonly TemplateParam[],
): TemplateParam[] {
	const filled = new Set(entered.filter(({ state }) => state === 'filled').map(({ name }) => name));
	const used = new Map([...(template?.fallbacks ?? [])].filter(([name]) => !filled.has(name)));
	const others = entered.filter(({ name }) => !used.has(name));
	return [...others, ...Array.from(used, ([name, fallback]) => templateParam(name, fallback))];
}

/** @throws InputError naming the parameters of the template that are missing, or left out */
function checkNeeded(params: readonly TemplateParam[], needed: readonly string[]): void {
	const filled = params.filter(({ state }) => state === 'filled').map(({ name }) => name);
	const lacking = needed.filter((name) => !filled.includes(name));
	if (lacking.length === 0) return;
	throw new InputError(
		`The template needs a value for ${inQuotes(lacking)}`,
		`The item has values for ${inQuotes(filled) || 'none'}. The template needs those in the braces of its text, which the credential lists under Templates.`,
	);
}

/**
 * WhatsApp rejects an empty parameter, so the user would not receive the message, although the service accepts it.
 * @throws InputError
 */
function checkNoneIsEmpty(params: readonly TemplateParam[]): void {
	const empty = params.find(({ state }) => state === 'empty');
	if (!empty) return;
	const [gap] = empty.gaps;
	throw new InputError(
		gap?.problem ?? `${paramLabel(empty.name)} is empty`,
		`${gap?.advice ?? ENTER_FALLBACK} WhatsApp rejects an empty parameter, so nobody would receive the message.`,
	);
}

const ENTER_FALLBACK = 'Enter a fallback, for example {{ $json.name || "customer" }}.';

/** Whether the text of the template has a parameter. None has the buttons, and no parameter that is left out is sent. */
function isExpected({ name, state }: TemplateParam, template: Template | undefined): boolean {
	if (template?.text === undefined || state === 'leftOut') return true;
	return name === 'buttons' || template.params.includes(name);
}

function notInText(others: readonly TemplateParam[], what: string): string[] {
	if (others.length === 0) return [];
	const names = inQuotes(others.map(({ name }) => name));
	return [
		`The text of the template in the credential does not have these parameters, which ${what}: ${names}. Check their names, or correct the text.`,
	];
}

function paramsOf(
	sent: readonly TemplateParam[],
	inText: readonly string[],
	item: InputItem,
): Params {
	const params = new Map<string, unknown>();
	for (const { name, value, state } of sent) {
		if (isBlank(name)) throw new InputError('A parameter has no name', 'Enter its name.');
		if (state === 'leftOut') continue;
		checkName(name);
		if (params.has(name)) {
			const advice = 'Remove one of the two. Options > Link Buttons makes the parameter "buttons".';
			throw new InputError(`${paramLabel(name)} appears twice`, advice);
		}
		const written = sentValue(name, value, item);
		if (isNested(written) && inText.includes(name)) {
			const message = `${paramLabel(name)} is a list or an object, but the template has it in its text`;
			throw new InputError(message, MAP_ONE);
		}
		params.set(name, written);
	}
	// An assignment to a key such as `__proto__` would call a setter, but `fromEntries` defines a property.
	return Object.fromEntries(params);
}

/** Templates show a name in braces, so some users write it in braces. @throws InputError */
function checkName(name: string): void {
	if (/[{}]/.test(name)) {
		const message = `The name of a parameter contains braces: ${name.slice(0, 60)}`;
		throw new InputError(message, 'Write the name alone.');
	}
	checkText({ label: 'The name of a parameter', text: name });
}

/** In quotes, a blank at the end of a name can be seen. */
function inQuotes(names: readonly string[]): string {
	return listed(names, (name) => `"${name.slice(0, 40)}"`);
}
