import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { asError, InputError } from '../errors';
import { type Path, textsIn, valueAt } from '../json';
import { asJson } from '../text';
import { Evaluator, storedForm } from './evaluator';
import { isOfItem } from './expressionCode';
import { errorOf, type Expression, gapOf } from './expressionGap';
import { checkText, type Gap, isNothing } from './expressions';
import type { CollectionParam } from './makeParam';
import { type Param, type ParamTable, parseParam, type ValuesOf } from './param';
import { type WrittenText, writtenTexts } from './writtenText';

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
	readonly #evaluator: Evaluator;

	constructor(n8n: IExecuteFunctions) {
		this.#n8n = n8n;
		this.#evaluator = new Evaluator(n8n);
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
			const field = { definition, path: name, label, value, itemIndex };
			const gaps = this.#check(field);
			try {
				return { value: parseParam(definition.schema, storedValue(field), label), gaps };
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
			const field = { definition, path, label, value, itemIndex };
			this.#check(field);
			// An empty list is one that has nothing in it.
			const isEmpty = value !== undefined && !Array.isArray(value) && isNothing(value);
			const isAllowed = this.#hasExpression(path)
				? definition.emptyPart === 'normal' && typeof value === 'string'
				: definition.mayBeEmpty === true;
			if (isEmpty && !isAllowed) throw withoutValue(label);
			const hasDefault = isEmpty || value === undefined;
			return parseParam(schema, hasDefault ? property.default : storedValue(field), label);
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
			if (value === ABSENT) return undefined;
			return this.#evaluator.withStoredItems(value ?? null, this.#writtenTexts(path), itemIndex);
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
		const beyond = this.#n8n.getInputData().length;
		const valueFor = (code: string, itemIndex: number) => asJson(this.evaluate(code, itemIndex));
		return this.codesOf(path).every(
			(code) => !isOfItem(code) && valueFor(code, beyond) === valueFor(code, 0),
		);
	}

	/** Whether the field has an expression, so that its value may differ between items. */
	#hasExpression(path: string): boolean {
		return this.#writtenTexts(path).some((text) => text.isExpression);
	}

	/** The code of each expression of a field. */
	codesOf(path: string): string[] {
		return this.#writtenTexts(path).flatMap(({ codes }) => codes);
	}

	/** The value of a single expression for an item, as `Evaluator` gives it. @param code without its braces */
	evaluate(code: string, itemIndex: number): unknown {
		return this.#evaluator.evaluate(code, itemIndex);
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
		if (!this.#hasExpression(path)) this.#fixed.set(definition, value);
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
				const gap = gapOf(this.#expression(code, text, field));
				if (gap) gaps.push({ path: text.path, ...gap });
			}
		}
		this.#checkWords(field);
		return gaps;
	}

	/** An expression of a text of a field, with its value: that of the field, if it has nothing else. */
	#expression(code: string, { path, isSingle }: WrittenText, field: Evaluated): Expression {
		const { definition, itemIndex } = field;
		const evaluate = (other: string) => this.evaluate(other, itemIndex);
		const inField = isSingle ? valueAt(field.value, path) : undefined;
		return {
			code,
			// Where the field has null, it may be undefined.
			value: inField ?? evaluate(code),
			isSingle,
			isSwitch: definition.property.type === 'boolean',
			emptyPart: definition.identifies?.(path) ? 'error' : definition.emptyPart,
			label: labelAt(field, path),
			json: this.#n8n.getInputData()[itemIndex]?.json ?? {},
			evaluate,
		};
	}

	/** Texts must not have the words of a failed expression. @throws InputError */
	#checkWords(field: Evaluated): void {
		const { definition, value } = field;
		const { emptyPart, textInError } = definition;
		// The values of parameters may be JSON, so they are checked where they are taken apart.
		if (emptyPart === 'warning' || emptyPart === 'normal') return;
		const isFixed = !this.#hasExpression(field.path);
		for (const { path, text } of textsIn(value)) {
			checkText({ label: labelAt(field, path), text, textInError, isFixed });
		}
	}
}

/** The value of a field, in which dates that its expressions have made are text. @throws InputError */
function storedValue({ definition, value, label }: Evaluated): unknown {
	// Dates mean nothing there, and a list of a million entries would hold n8n.
	if (definition.emptyPart === 'normal') return value;
	try {
		return storedForm(value);
	} catch {
		throw tooDeep(label);
	}
}

/** What an error calls a text of a field: as the field, if it is the whole value. */
function labelAt({ definition, label, value }: Evaluated, path: Path): string {
	return path.length === 0 ? label : (definition.labelOfText?.(path, value) ?? label);
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
