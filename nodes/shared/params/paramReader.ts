import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { asError, InputError } from '../errors';
import { type JsonObject, type Path, textsIn, valueAt } from '../json';
import { asJson, listed } from '../text';
import {
	allowsNothing,
	fieldsIn,
	isField,
	isOfItem,
	unintendedOperatorIn,
	withInstead,
} from './expressionCode';
import {
	checkText,
	type Gap,
	gaveNothing,
	hasLostDigits,
	isNothing,
	mayBeOfNothing,
} from './expressions';
import type { CollectionParam } from './makeParam';
import { type EmptyPart, type Param, type ParamTable, parseParam, type ValuesOf } from './param';
import { type WrittenText, writtenTexts } from './writtenText';

const ABSENT = '\0absent';
const NO_NUMBER = '(0/0)';
/** It has neither a length nor anything else. */
const EMPTY_TEXT = "({ toString: () => '' })";

/** A gap in the value of a field. */
export interface GapInField extends Gap {
	/** The text that it is in, within the value of the field. */
	path: Path;
}

/** The value of a field, and what is missing in it. */
export interface ValueWithGaps<T> {
	value: T;
	gaps: GapInField[];
}

/** A field of one item, as n8n has evaluated it. */
interface Evaluated {
	definition: Param<unknown>;
	/** Where n8n has its value, such as `options.labels`. */
	path: string;
	label: string;
	value: unknown;
	itemIndex: number;
}

/**
 * Reads and checks the parameters of a node for each of its items: the one place where what an expression failed to
 * give is noticed. Evaluating a parameter takes n8n a while, so one without an expression is only read once for all
 * items.
 */
export class ParamReader {
	readonly #n8n: IExecuteFunctions;
	readonly #written: INodeParameters;
	readonly #texts = new Map<string, WrittenText[]>();
	readonly #fixed = new Map<Param<unknown>, unknown>();

	constructor(n8n: IExecuteFunctions) {
		this.#n8n = n8n;
		this.#written = n8n.getNode().parameters;
	}

	/** The value of a field, or its default if the node does not have it. @throws InputError */
	read<T>(definition: Param<T>, itemIndex: number): T {
		return this.readWithGaps(definition, itemIndex).value;
	}

	/** The same, and the expressions that gave nothing, in a field where that is a warning. @throws InputError */
	readWithGaps<T>(definition: Param<T>, itemIndex: number): ValueWithGaps<T> {
		const { name, displayName: label, default: usual } = definition.property;
		return this.#readOnce(definition, name, () => {
			const evaluated = this.valueOf(name, itemIndex, label);
			const value = evaluated === undefined ? usual : evaluated;
			const gaps = this.#check({ definition, path: name, label, value, itemIndex });
			try {
				return { value: parseParam(definition.schema, value, label), gaps };
			} catch (error) {
				const [gap] = gaps;
				// Nothing is left in which it could be a warning.
				throw gap && value === null ? errorOf(gap) : asError(error);
			}
		});
	}

	/** The values of all fields of a collection, such as Options. @throws InputError */
	readCollection<T extends ParamTable>(
		collection: CollectionParam<T>,
		itemIndex: number,
	): ValuesOf<T> {
		const names = Object.keys(collection.table);
		const values = names.map((name) => [name, this.option(collection, name, itemIndex)]);
		return Object.fromEntries(values) as ValuesOf<T>;
	}

	/**
	 * The value of one field of a collection, without evaluating the others. An option that was added must
	 * have a value, unless its field says what an empty one means. An expression that gives none is always a
	 * mistake, and does not mean the default.
	 * @throws InputError
	 */
	option<T extends ParamTable, Name extends keyof T & string>(
		{ property: { name: ofCollection, displayName }, table }: CollectionParam<T>,
		name: Name,
		itemIndex: number,
	): ValuesOf<T>[Name] {
		const definition = table[name]!;
		const { property, schema } = definition;
		const path = `${ofCollection}.${name}`;
		return this.#readOnce(definition, path, () => {
			const label = `${displayName} > ${property.displayName}`;
			const value = this.valueOf(path, itemIndex, label);
			if (value === undefined && 'absent' in definition) return definition.absent;
			this.#check({ definition, path, label, value, itemIndex });
			// An empty list is one that has nothing in it.
			const isEmpty = value !== undefined && !Array.isArray(value) && isNothing(value);
			const isAllowed = this.hasExpression(path)
				? definition.emptyPart === 'normal' && typeof value === 'string'
				: definition.mayBeEmpty === true;
			if (isEmpty && !isAllowed) throw withoutValue(label);
			const hasDefault = isEmpty || value === undefined;
			return parseParam(schema, hasDefault ? property.default : value, label);
		}) as ValuesOf<T>[Name];
	}

	/**
	 * The value as n8n evaluates it, unchecked: null if an expression gives nothing, undefined if the node has no such field.
	 * @param label what the error calls the field
	 * @throws InputError for an expression that n8n cannot evaluate, and for a value that contains itself
	 */
	valueOf(path: string, itemIndex: number, label = path): unknown {
		try {
			const value: unknown = this.#n8n.getNodeParameter(path, itemIndex, ABSENT);
			return value === ABSENT ? undefined : (value ?? null);
		} catch (error) {
			// n8n walks through the value, one call in another.
			throw error instanceof RangeError ? tooDeep(label) : failedExpression(label, error);
		}
	}

	/**
	 * Whether a field has the same value for all items. Beyond the last item, an expression that depends on the item has
	 * none, or a different one; but a condition may hide that.
	 */
	isSameForAllItems(path: string): boolean {
		if (!this.hasExpression(path)) return true;
		if (this.codesOf(path).some(isOfItem)) return false;
		try {
			const beyond = this.valueOf(path, this.#n8n.getInputData().length);
			return asJson(beyond) === asJson(this.valueOf(path, 0));
		} catch {
			// There is no item that the expression could be evaluated for.
			return false;
		}
	}

	/** Whether the field has an expression, so that its value may differ between items. */
	hasExpression(path: string): boolean {
		return this.#writtenTexts(path).some((text) => text.isExpression);
	}

	/** The code of each expression of a field. */
	codesOf(path: string): string[] {
		return this.#writtenTexts(path).flatMap(({ codes }) => codes);
	}

	/** The value of a single expression. @param code without its braces */
	evaluate(code: string, itemIndex: number): unknown {
		return this.#n8n.evaluateExpression(`{{ ${code} }}`, itemIndex);
	}

	#writtenTexts(path: string): WrittenText[] {
		const known = this.#texts.get(path);
		if (known) return known;
		const texts = writtenTexts(valueAt(this.#written, path.split('.')));
		this.#texts.set(path, texts);
		return texts;
	}

	#readOnce<T>(definition: Param<unknown>, path: string, read: () => T): T {
		if (this.#fixed.has(definition)) return this.#fixed.get(definition) as T;
		const value = read();
		if (!this.hasExpression(path)) this.#fixed.set(definition, value);
		return value;
	}

	/**
	 * Checks what each expression of a field gave for an item, alone, and the words of the whole.
	 * @returns what is missing, in a field where that is a warning
	 * @throws InputError in any other field
	 */
	#check(field: Evaluated): GapInField[] {
		const gaps: GapInField[] = [];
		for (const text of this.#writtenTexts(field.path)) {
			for (const code of text.codes) {
				const gap = this.#gapOf(code, text, field);
				if (gap) gaps.push(gap);
			}
		}
		this.#checkWords(field);
		return gaps;
	}

	/** @throws InputError, unless a gap is a warning */
	#gapOf(code: string, text: WrittenText, field: Evaluated): GapInField | undefined {
		const { definition, itemIndex } = field;
		const { path, isSingle } = text;
		const emptyPart = definition.identifies?.(path) ? 'error' : definition.emptyPart;
		const label = labelAt(field, path);
		checkOperators(code, label);
		const value = this.#valueAlone(code, text, field);
		const given: Given = { code, value, isSingle, emptyPart };
		const json = this.#jsonOf(itemIndex);
		checkWordsOf(given, label, json);
		const problem = this.#problemOf(given, itemIndex);
		if (problem === undefined) return undefined;
		const hasNoValue = problem !== LOST_DIGITS;
		const gap = {
			path,
			problem: `${label}: ${shownCode(code)} ${problem}`,
			advice: hasNoValue ? adviceForGap(given, json) : 'Give it as text.',
			isWhole: isSingle && hasNoValue,
		};
		if (emptyPart === 'warning') return gap;
		throw errorOf(gap);
	}

	/** What is wrong with what an expression gave. Undefined if nothing is. */
	#problemOf(given: Given, itemIndex: number): string | undefined {
		if (gaveNothing(given.value, given.code)) return isMeant(given) ? undefined : 'gave no value';
		const missing = this.#missingField(given, itemIndex);
		if (missing !== undefined) return `has no value for ${missing}`;
		return hasLostDigits(given.value) ? LOST_DIGITS : undefined;
	}

	/**
	 * A field without a value, of which an expression has made one all the same. Where customers read it, a part of the
	 * value may well be empty.
	 */
	#missingField(given: Given, itemIndex: number): string | undefined {
		const { code, value, emptyPart } = given;
		const isSure = emptyPart === 'normal' || isField(code) || allowsNothing(code);
		const isListInText = emptyPart === 'error' && Array.isArray(value);
		if (isSure || !(mayBeOfNothing(value) || isListInText)) return undefined;
		const fields = fieldsIn(code);
		const isMissing = (field: string) => this.#isMissing(field, given, itemIndex);
		if (emptyPart !== 'warning') return fields.find(isMissing);
		return fields.every(isMissing) ? fields[0] : undefined;
	}

	/**
	 * Whether a field has no value, and the expression has made something of it. n8n says so: with no number in its place,
	 * an expression that has only looked at it, such as `[$json.a, 'x'].find((each) => each)`, has the same value. An empty
	 * list may well have a length or a sum, so the question is whether an empty text in its place has the same value.
	 */
	#isMissing(field: string, { code, value }: Given, itemIndex: number): boolean {
		const ofField = this.#valueOrAbsent(field, itemIndex);
		if (!isNothing(ofField)) return false;
		const isList = Array.isArray(ofField);
		const instead = withInstead(code, field, isList ? EMPTY_TEXT : NO_NUMBER);
		const isSame = asJson(this.#valueOrAbsent(instead, itemIndex)) === asJson(value);
		return isList ? isSame : !isSame;
	}

	/** The value of code that n8n may not be able to evaluate, as a function alone. */
	#valueOrAbsent(code: string, itemIndex: number): unknown {
		try {
			return this.evaluate(code, itemIndex);
		} catch {
			return ABSENT;
		}
	}

	/** What an expression gave: what the field has, if it has nothing else. But where that has null, it may be undefined. */
	#valueAlone(code: string, { path, isSingle }: WrittenText, field: Evaluated): unknown {
		const inField = isSingle ? (valueAt(field.value, path) ?? undefined) : undefined;
		return inField ?? this.evaluate(code, field.itemIndex);
	}

	#jsonOf(itemIndex: number): JsonObject {
		return this.#n8n.getInputData()[itemIndex]?.json ?? {};
	}

	/** Texts must not have the words of a failed expression. @throws InputError */
	#checkWords(field: Evaluated): void {
		const { definition, value } = field;
		const { emptyPart, textInError } = definition;
		// The values of parameters may be JSON, so they are checked where they are taken apart.
		if (emptyPart === 'warning' || emptyPart === 'normal') return;
		const isFixed = !this.hasExpression(field.path);
		for (const { path, text } of textsIn(value)) {
			checkText({ label: labelAt(field, path), text, textInError, isFixed });
		}
	}
}

/** What an error calls a text of a field: as the field, if it is the whole value. */
function labelAt({ definition, label, value }: Evaluated, path: Path): string {
	return path.length === 0 ? label : (definition.labelOfText?.(path, value) ?? label);
}

function errorOf({ problem, advice }: Gap): InputError {
	return new InputError(problem, advice);
}

function shownCode(code: string): string {
	return `{{ ${code.trim().slice(0, 100)} }}`;
}

const LOST_DIGITS = 'is a number that has lost its last digits';

/** What an expression gave. */
interface Given {
	code: string;
	value: unknown;
	/** Whether the text has nothing but this expression. */
	isSingle: boolean;
	emptyPart: EmptyPart;
}

/**
 * Checks the words of an expression that is a part of a text: in the whole, another value may stand right beside the word
 * that a failed expression has left.
 * @throws InputError
 */
function checkWordsOf(
	{ code, value, isSingle, emptyPart }: Given,
	label: string,
	json: JsonObject,
): void {
	if (isSingle || emptyPart === 'normal' || typeof value !== 'string') return;
	const names = emptyPart === 'warning' ? { json } : {};
	checkText({ label, text: value, textInError: () => shownCode(code), ...names });
}

/** Whether nothing is meant where an expression gave nothing. n8n gives undefined for one that fails. */
function isMeant({ code, value, isSingle, emptyPart }: Given): boolean {
	if (emptyPart === 'unknown') return isSingle;
	if (value === undefined) return false;
	if (emptyPart === 'normal') return true;
	const isInPlace = emptyPart === 'warning' || (emptyPart === 'list' && Array.isArray(value));
	return isInPlace && allowsNothing(code);
}

function adviceForGap({ code, value, emptyPart }: Given, json: JsonObject): string {
	const names = Object.keys(json).map((name) => name.slice(0, MAX_NAME));
	const ofItem = names.length > 0 ? `This item has: ${listed(names)}.` : 'This item has no fields.';
	if (value === undefined && allowsNothing(code)) {
		return `It fails before its fallback counts. Write ?. behind what may be missing: ${FALLBACK}. ${ofItem}`;
	}
	if (allowsNothing(code)) return `Let one expression give the whole value: ${WHOLE}.`;
	const orFallback = `For a field that may be empty, write a fallback: ${FALLBACK}.`;
	const advice = `Check the name of its field. ${ofItem}`;
	return emptyPart === 'warning' ? `${advice} ${orFallback}` : advice;
}

const MAX_NAME = 40;
const FALLBACK = "{{ $json.customer?.name || 'customer' }}";
const WHOLE = "{{ $json.vip ? 'order_vip' : 'order' }}";

/** @throws InputError for an operator that nobody means */
function checkOperators(code: string, label: string): void {
	const operator = unintendedOperatorIn(code);
	if (operator === undefined) return;
	throw new InputError(
		`${label}: ${shownCode(code)} has the operator "${operator}"`,
		'Write || for a fallback, === to compare, and functions such as .trim() behind the field.',
	);
}

/** n8n's errors of expressions do not name the field. */
function failedExpression(label: string, error: unknown): InputError {
	const { message, description } = asError(error) as Error & { description?: string };
	return new InputError(`${label}: ${message}`, description);
}

function tooDeep(label: string): InputError {
	const message = `${label} has a value that contains itself, or is nested too deeply`;
	return new InputError(message, 'Map a field with a text, a number or a list.');
}

function withoutValue(label: string): InputError {
	const advice =
		'If it is an expression, check that it gives one. For the default, remove the option.';
	return new InputError(`${label} has no value`, advice);
}
