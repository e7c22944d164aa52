import {
	extractFromAICalls,
	FROM_AI_AUTO_GENERATED_MARKER,
	type IExecuteFunctions,
	type INodeParameters,
} from 'n8n-workflow';
import { asError, InputError } from '../errors';
import { isNothing, type Path, storedForm, textsIn, valueAt } from '../values';
import { joinedTexts, sentence } from '../text';
import { Evaluator } from './evaluator';
import { checkExpression, shownCode } from './checkExpression';
import { type Expression, type Gap, type InputItem } from './expression';
import { checkText } from './failedWords';
import { quotedCode, trimmedCode } from './meantCode';
import type { CollectionField } from './makeField';
import {
	labelOf,
	type Field,
	type FieldTable,
	parseField,
	pathOf,
	type ValueOf,
	type ValuesOf,
} from './field';
import { type WrittenText, writtenTexts } from './writtenText';

/*
 * The way of a field, by files:
 *
 *   writtenText.ts       its texts, and the code of each expression in them
 *   evaluator.ts         what n8n gives for that code
 *   meantCode.ts         or for the code that is meant by it
 *   checkExpression.ts   what is wrong with an expression, and
 *   missing.ts           what is missing in its value,
 *   emptyParts.ts        such as a field of which it has made something (partProbe.ts)
 *   failedWords.ts       words that a failed expression has left in the whole text
 *   field.ts             the schema, which gives the value its type
 *
 * What the code itself says, they ask of takenFromItems.ts, chosenCode.ts and syntaxTree.ts.
 */

const ABSENT = '\0absent';

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
	field: Field<unknown>;
	value: unknown;
	itemIndex: number;
}

/**
 * Reads and checks the fields of a node for each of its items: the one place where what an expression failed to give is
 * noticed. Evaluating a field takes n8n a while, so one without an expression is only read once for all items.
 */
export class FieldReader {
	readonly #n8n: IExecuteFunctions;
	readonly #written: INodeParameters;
	readonly #texts = new Map<Field<unknown>, WrittenText[]>();
	readonly #fixed = new Map<Field<unknown>, ValueWithGaps<unknown>>();
	readonly #evaluator: Evaluator;
	/** The text that has a key of a model, and what errors call it, by the key. */
	readonly #givenByModel = new Map<string, { text: WrittenText; label: string }>();

	constructor(n8n: IExecuteFunctions) {
		this.#n8n = n8n;
		this.#evaluator = new Evaluator(n8n);
		this.#written = n8n.getNode().parameters;
	}

	/**
	 * The value of a field, or its default if the node does not have it. An option that was added must have a value, unless
	 * its field says what an empty one means. An expression that gives none is always a mistake, and does not mean the default.
	 * @throws InputError
	 */
	read<F extends Field<unknown>>(field: F, itemIndex: number): ValueOf<F> {
		return this.readWithGaps(field, itemIndex).value;
	}

	/** The same, and the expressions that gave nothing, in a field where that is a warning. @throws InputError */
	readWithGaps<F extends Field<unknown>>(field: F, itemIndex: number): ValueWithGaps<ValueOf<F>> {
		const known = this.#fixed.get(field);
		const read = known ?? this.#readForItem(field, itemIndex);
		if (!this.#hasExpression(field)) this.#fixed.set(field, read);
		return read as ValueWithGaps<ValueOf<F>>;
	}

	/** The values of all fields of a collection, such as Options. @throws InputError */
	readCollection<T extends FieldTable>(
		{ fields }: CollectionField<T>,
		itemIndex: number,
	): ValuesOf<T> {
		const values = Object.entries(fields).map(([name, field]) => [
			name,
			this.read(field, itemIndex),
		]);
		return Object.fromEntries(values) as ValuesOf<T>;
	}

	/**
	 * The value as n8n evaluates it, unchecked: null if an expression gives nothing, undefined if the node has no such field.
	 * @param label what the error calls the field
	 * @param failing what it calls the expression that n8n cannot evaluate
	 * @throws InputError for an expression that n8n cannot evaluate, and for a value that contains itself
	 */
	valueOf(path: string, itemIndex: number, label = path, failing = () => label): unknown {
		try {
			const value: unknown = this.#n8n.getNodeParameter(path, itemIndex, ABSENT);
			return value === ABSENT ? undefined : (value ?? null);
		} catch (error) {
			// n8n walks through the value, one call in another.
			throw error instanceof RangeError ? tooDeep(label) : failedExpression(failing(), error);
		}
	}

	itemAt(itemIndex: number): InputItem {
		const json = this.#n8n.getInputData()[itemIndex]?.json ?? {};
		return { json, mode: this.#n8n.getMode() };
	}

	/** The index of the last input item. */
	get lastIndex(): number {
		return this.#n8n.getInputData().length - 1;
	}

	/** The code of each expression of a field. */
	codesOf(field: Field<unknown>): string[] {
		return this.#writtenTexts(field).flatMap((text) => text.codes);
	}

	/** The value of a single expression for an item, as `Evaluator` gives it. @param code without its braces */
	evaluate(code: string, itemIndex: number): unknown {
		return this.#evaluator.evaluate(code, itemIndex);
	}

	#writtenTexts(field: Field<unknown>): WrittenText[] {
		const known = this.#texts.get(field);
		if (known) return known;
		const texts = writtenTexts(valueAt(this.#written, pathOf(field).split('.')));
		this.#texts.set(field, texts);
		return texts;
	}

	/** Whether the field has an expression, so that its value may differ between items. */
	#hasExpression(field: Field<unknown>): boolean {
		return this.#writtenTexts(field).some((text) => text.isExpression);
	}

	#readForItem(field: Field<unknown>, itemIndex: number): ValueWithGaps<unknown> {
		const { schema, property } = field;
		const label = labelOf(field);
		const read = this.valueOf(pathOf(field), itemIndex, label, () =>
			this.#failing(field, itemIndex),
		);
		if (read === undefined && 'absent' in field) return { value: field.absent, gaps: [] };
		// What is normal there is no part of a message. A list of opt-outs that compares dates would lose some without a word,
		// and one of a million entries would hold n8n.
		const isNormal = field.emptyPart === 'normal';
		const texts = this.#writtenTexts(field);
		const value = isNormal ? read : this.#evaluator.withStoredItems(read, texts, itemIndex);
		const evaluated = { field, value, itemIndex };
		const gaps = this.#check(evaluated);
		const hasDefault = value === undefined || this.#isEmptyOption(evaluated);
		try {
			// Dates that its expressions have made are text.
			const given = isNormal ? value : storedForm(this.#meant(evaluated));
			const checked = hasDefault ? property.default : given;
			return { value: parseField(schema, checked, label, field.labelOfText), gaps };
		} catch (error) {
			throw whyUnreadable(error, { label, value, gap: gaps[0] });
		}
	}

	/** What an error calls the expression of a field that n8n cannot evaluate. */
	#failing(field: Field<unknown>, itemIndex: number): string {
		const found = this.#evaluator.failing(this.#writtenTexts(field), itemIndex);
		const value = valueAt(this.#written, pathOf(field).split('.'));
		const label = labelAt({ field, value, itemIndex }, found?.path ?? []);
		return joinedTexts([label, found && shownCode(found.code)], ': ');
	}

	/** The value that is meant by the expressions of a field, where they stand. */
	#meant({ field, value, itemIndex }: Evaluated): unknown {
		const evaluate = (code: string) => this.evaluate(code, itemIndex);
		const texts = this.#writtenTexts(field);
		if (field.property.type === 'json') {
			return this.#evaluator.withMeantCode(value, texts, itemIndex, (code, before) =>
				quotedCode(code, before, evaluate),
			);
		}
		if (field.emptyPart !== 'key' && field.emptyPart !== 'error') return value;
		return this.#evaluator.withMeantCode(value, texts, itemIndex, (code) =>
			trimmedCode(code, evaluate),
		);
	}

	/**
	 * Checks what each expression of a field gave for an item, alone, and the words of the whole.
	 * @returns what is missing, in a field where that is a warning
	 * @throws InputError in any other field
	 */
	#check(evaluated: Evaluated): GapInField[] {
		const gaps: GapInField[] = [];
		for (const text of this.#writtenTexts(evaluated.field)) {
			for (const code of text.codes) {
				this.#checkKeys(code, text, labelAt(evaluated, text.path));
				const gap = checkExpression(this.#expression(code, text, evaluated));
				if (gap) gaps.push({ path: text.path, ...gap });
			}
		}
		this.#checkWords(evaluated);
		return gaps;
	}

	/**
	 * With n8n's ✨ button, a model defines the value of a field, under a key that is the label of the field. All values in
	 * Define Below are called "Value": the model gives one, all get it, and n8n does not object. An author may mean the same
	 * key, so only those that ✨ has written count.
	 * @throws InputError for a key of a model that another text has as well
	 */
	#checkKeys(code: string, text: WrittenText, label: string): void {
		if (!code.includes(FROM_AI_AUTO_GENERATED_MARKER)) return;
		for (const { key } of extractFromAICalls(code)) {
			const first = this.#givenByModel.get(key) ?? { text, label };
			this.#givenByModel.set(key, first);
			if (first.text === text) continue;
			throw new InputError(
				`The model would give one value, "${key}", to two fields: ${first.label}, ${label}`,
				'✨ names a value by the label of its field. Let each have a name of its own: write for example {{ $fromAI("order_id") }} in place of what ✨ has written.',
			);
		}
	}

	/** Whether an option was added without a value, and therefore has its default. @throws InputError if it needs one */
	#isEmptyOption({ field, value }: Evaluated): boolean {
		// An empty list is one that has nothing in it.
		if (!field.collection || Array.isArray(value) || !isNothing(value)) return false;
		const isAllowed = this.#hasExpression(field)
			? field.emptyPart === 'normal' && typeof value === 'string'
			: field.mayBeEmpty === true;
		if (isAllowed) return true;
		throw new InputError(
			`${labelOf(field)} has no value`,
			'If it is an expression, check that it gives one. Without a value, remove the option.',
		);
	}

	/** An expression of a text of a field, with its value: that of the field, if it has nothing else. */
	#expression(code: string, { path, isSingle }: WrittenText, evaluated: Evaluated): Expression {
		const { field, itemIndex } = evaluated;
		const evaluate = (other: string) => this.evaluate(other, itemIndex);
		// Where the field has null, it may be undefined.
		const inField = isSingle ? (valueAt(evaluated.value, path) ?? undefined) : undefined;
		if (inField !== undefined) this.#evaluator.keep(code, itemIndex, inField);
		return {
			code,
			value: evaluate(code),
			isSingle,
			isSwitch: field.property.type === 'boolean',
			isJson: field.property.type === 'json',
			emptyPart: field.identifies?.(path) ? 'error' : field.emptyPart,
			label: labelAt(evaluated, path),
			item: this.itemAt(itemIndex),
			evaluate,
		};
	}

	/** Texts must not have the words of a failed expression. @throws InputError */
	#checkWords(evaluated: Evaluated): void {
		const { field, value } = evaluated;
		const { emptyPart, textInError } = field;
		// The values of parameters may be JSON, so they are checked where they are taken apart.
		if (emptyPart === 'warning' || emptyPart === 'normal') return;
		const isFixed = !this.#hasExpression(field);
		for (const { path, text } of textsIn(value)) {
			checkText({ label: labelAt(evaluated, path), text, textInError, isFixed });
		}
	}
}

/** What an error calls a text of a field: as the field, if it is the whole value. */
function labelAt({ field, value }: Evaluated, path: Path): string {
	const ofText = path.length === 0 ? undefined : field.labelOfText?.(path, value);
	return ofText ?? labelOf(field);
}

/** n8n's errors of expressions do not name the field. */
function failedExpression(label: string, error: unknown): InputError {
	const { message, description } = asError(error) as Error & { description?: string };
	return new InputError(`${label}: ${message}`, description);
}

interface Unreadable {
	label: string;
	value: unknown;
	gap: Gap | undefined;
}

/** The error for a value that its field does not take, which may be because an expression gave nothing. */
function whyUnreadable(error: unknown, { label, value, gap }: Unreadable): Error {
	if (error instanceof RangeError) return tooDeep(label);
	if (!gap || !(error instanceof InputError)) return asError(error);
	// Nothing is left in which it could be a warning.
	if (value === null) return new InputError(gap.problem, gap.advice);
	// JSON that lacks a value is no JSON.
	return new InputError(error.message, joinedTexts([sentence(gap.problem), error.description]));
}

function tooDeep(label: string): InputError {
	const message = `${label} has a value that contains itself, or is nested too deeply`;
	return new InputError(message, 'Map a field that has a text, a number or a list.');
}
