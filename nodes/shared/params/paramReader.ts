import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { InputError } from '../errors';
import { checkText } from './expressionTraces';
import { allowsNothing, gaveNothing, isNothing } from './expressionValue';
import type { CollectionParam } from './makeParam';
import { type Param, type ParamTable, parseParam, type ValuesOf } from './param';
import {
	type Expression,
	type Path,
	textsIn,
	valueAt,
	type WrittenText,
	writtenTexts,
} from './writtenText';

const ABSENT = '\0absent';

/** An expression that gave nothing in a field where that is a warning. */
export interface EmptyExpression {
	itemIndex: number;
	/** The text that it is in, within the value of the field. */
	path: Path;
	/** "The parameter "total": {{ $json.total }} gave no value" */
	warning: string;
	isQuoted: boolean;
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
	#empty: EmptyExpression[] = [];

	constructor(n8n: IExecuteFunctions) {
		this.#n8n = n8n;
		this.#written = n8n.getNode().parameters;
	}

	/** The value of a field, or its default if the node does not have it. @throws InputError */
	read<T>(definition: Param<T>, itemIndex: number): T {
		const { name, displayName: label, default: usual } = definition.property;
		return this.#readOnce(definition, name, () => {
			const evaluated = this.valueOf(name, itemIndex, label);
			const value = evaluated === undefined ? usual : evaluated;
			this.#checkExpressions({ definition, path: name, label, value, itemIndex });
			return parseParam(definition.schema, value, label);
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
			this.#checkExpressions({ definition, path, label, value, itemIndex });
			// An empty list is one that has nothing in it.
			const isEmpty = value !== undefined && !Array.isArray(value) && isNothing(value);
			const isAllowed = definition.mayBeEmpty === true && !this.hasExpression(path);
			if (isEmpty && !isAllowed) throw withoutValue(label);
			const hasDefault = isEmpty || value === undefined;
			return parseParam(schema, hasDefault ? property.default : value, label);
		}) as ValuesOf<T>[Name];
	}

	/**
	 * The value as n8n evaluates it, unchecked: null if an expression gives nothing, undefined if the node has no such field.
	 * @throws InputError if it is too deep for n8n's own walk through it
	 */
	valueOf(path: string, itemIndex: number, label = path): unknown {
		try {
			const value: unknown = this.#n8n.getNodeParameter(path, itemIndex, ABSENT);
			return value === ABSENT ? undefined : (value ?? null);
		} catch (error) {
			if (!(error instanceof RangeError)) throw error;
			const message = `${label} has a value that contains itself, or is nested too deeply`;
			throw new InputError(message, 'Map a field with a text, a number or a list.');
		}
	}

	/** Whether the field has an expression, so that its value may differ between items. */
	hasExpression(path: string): boolean {
		const [name = ''] = path.split('.');
		const whole = this.#written[name];
		const isOneExpression = typeof whole === 'string' && whole.startsWith('=');
		return isOneExpression || this.#writtenTexts(path).some((text) => text.isExpression);
	}

	/** The expressions of a field, as the user has written them. */
	expressionsOf(path: string): Expression[] {
		return this.#writtenTexts(path).flatMap(({ expressions }) => expressions);
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

	/** The expressions that gave nothing in the fields of an item that were read so far, where that is a warning. */
	emptyExpressions(itemIndex: number): EmptyExpression[] {
		return this.#empty.filter((empty) => empty.itemIndex === itemIndex);
	}

	#readOnce<T>(definition: Param<T>, path: string, read: () => T): T {
		if (this.#fixed.has(definition)) return this.#fixed.get(definition) as T;
		const value = read();
		if (!this.hasExpression(path)) this.#fixed.set(definition, value);
		return value;
	}

	/**
	 * Checks what each expression of a field gave for an item, alone, and the words of the whole. What nothing means is
	 * said in `EmptyPart`.
	 * @throws InputError
	 */
	#checkExpressions(field: Evaluated): void {
		const { definition, path: ofField, label, value, itemIndex } = field;
		if (definition.emptyPart === 'normal') return;
		for (const { path, expressions, isSingle } of this.#writtenTexts(ofField)) {
			for (const expression of expressions) {
				const ofPart = isSingle ? valueAt(value, path) : this.evaluate(expression.code, itemIndex);
				const problem = problemOf(expression, ofPart);
				if (problem === undefined) continue;
				const labelOfText = definition.labelOfText?.(path, value) ?? label;
				if (definition.emptyPart === 'error') {
					throw new InputError(`${labelOfText}: ${problem}`, 'Check the name of its field.');
				}
				// Items are read one after the other, so those of earlier items are not needed any more.
				this.#empty = this.emptyExpressions(itemIndex);
				const { isQuoted } = expression;
				this.#empty.push({ itemIndex, path, warning: `${labelOfText}: ${problem}`, isQuoted });
			}
		}
		this.#checkWords(field);
	}

	/** Texts must not have the words of a failed expression. @throws InputError */
	#checkWords({ definition, label, value, itemIndex }: Evaluated): void {
		// The values of parameters may be JSON, so they are checked where they are taken apart.
		if (definition.emptyPart === 'warning') return;
		const { json } = this.#n8n.getInputData()[itemIndex] ?? {};
		for (const { path, text } of textsIn(value)) {
			const labelOfText = definition.labelOfText?.(path, value) ?? label;
			checkText({ label: labelOfText, text, json, textInError: definition.textInError });
		}
	}
}

/** What is wrong with what an expression gave; undefined if it gave a value, or says itself that there may be none. */
function problemOf({ written, code }: Expression, value: unknown): string | undefined {
	if (gaveNothing(value)) {
		return allowsNothing(code) ? undefined : `{{ ${code.trim().slice(0, 100)} }} gave no value`;
	}
	const isExact = !Number.isInteger(value) || Number.isSafeInteger(value);
	return isExact ? undefined : `${written} is a number that has lost its last digits`;
}

function withoutValue(label: string): InputError {
	const advice =
		'If it is an expression, check that it gives one. For the default, remove the option.';
	return new InputError(`${label} has no value`, advice);
}
