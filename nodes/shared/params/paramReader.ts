import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { InputError } from '../errors';
import { joinedTexts, shownText } from '../text';
import { checkText, hasText, isNothing, isPlaceholder } from './expressionTraces';
import type { CollectionParam } from './makeParam';
import { type Param, type ParamTable, parseParam, type ValuesOf } from './param';
import { type Expression, type Path, valueAt, type WrittenText, writtenTexts } from './writtenText';

const ABSENT = '\0absent';

/** An expression that gave nothing in a field where that is a warning. */
export interface EmptyExpression {
	itemIndex: number;
	/** The text that it is in, within the value of the field. */
	path: Path;
	/** "The parameter "total": {{ $json.total }} gave no value" */
	warning: string;
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
			const given = this.given(name, itemIndex);
			const value = given === undefined ? usual : given;
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
			const value = this.given(path, itemIndex);
			const label = `${displayName} > ${property.displayName}`;
			if (value === undefined && 'absent' in definition) return definition.absent;
			this.#checkExpressions({ definition, path, label, value, itemIndex });
			const isEmpty = isNothing(value) && value !== undefined;
			const isAllowed = definition.mayBeEmpty === true && !this.hasExpression(path);
			if (isEmpty && !isAllowed) throw withoutValue(label);
			const hasDefault = isEmpty || value === undefined;
			return parseParam(schema, hasDefault ? property.default : value, label);
		}) as ValuesOf<T>[Name];
	}

	/** The value as n8n evaluates it: null if an expression gives nothing, undefined if the node has no such field. */
	given(path: string, itemIndex: number): unknown {
		const value: unknown = this.#n8n.getNodeParameter(path, itemIndex, ABSENT);
		return value === ABSENT ? undefined : (value ?? null);
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
		const parts = this.#writtenTexts(path).flatMap((text) => text.parts);
		return parts.filter((part): part is Expression => typeof part !== 'string');
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
	 * Checks what the expressions of a field gave for an item, each alone. How an empty one counts is said in `EmptyPart`.
	 * @throws InputError
	 */
	#checkExpressions(field: Evaluated): void {
		const { definition, path: ofField, label, value, itemIndex } = field;
		for (const { path, parts, isSingle } of this.#writtenTexts(ofField)) {
			const labelOfText = definition.labelOfText?.(path, value) ?? label;
			for (const part of parts) {
				if (typeof part === 'string') {
					this.#checkTraces(field, labelOfText, part);
					continue;
				}
				if (definition.emptyPart === 'normal') continue;
				const given = isSingle
					? valueAt(value, path)
					: this.#n8n.evaluateExpression(part.written, itemIndex);
				const problem = this.#problemOf(part, given, field);
				if (problem !== undefined) {
					this.#report(field, path, `${labelOfText}: ${problem}`);
					continue;
				}
				const written = definition.shown?.(part.written) ?? part.written;
				// Within a text, n8n turns any value into text.
				this.#checkTraces(field, `${labelOfText}: ${written}`, isSingle ? given : String(given));
			}
		}
	}

	/** @throws InputError unless an empty part of the field is a warning */
	#report({ definition, itemIndex }: Evaluated, path: Path, problem: string): void {
		if (definition.emptyPart === 'warning') {
			// Items are read one after the other, so those of earlier items are not needed any more.
			this.#empty = this.emptyExpressions(itemIndex);
			this.#empty.push({ itemIndex, path, warning: problem });
			return;
		}
		throw new InputError(problem, joinedTexts([CHECK_NAME, definition.whyNeeded]));
	}

	/** What is wrong with what an expression gave; undefined if it gave a value. */
	#problemOf(part: Expression, given: unknown, { definition }: Evaluated): string | undefined {
		const { emptyPart } = definition;
		// Of a list or an object, such as the parameters as JSON, the values are checked where they are taken apart.
		if (emptyPart === 'warning' && typeof given === 'object' && given !== null) return undefined;
		const isKey = emptyPart === 'errorInKey';
		const isMissing = isKey ? isPlaceholder(given) : isNothing(given);
		if (isMissing && (isKey || !part.handlesMissing)) return gaveNothing(part.code, given);
		const isExact = !Number.isInteger(given) || Number.isSafeInteger(given);
		return isExact ? undefined : `${part.written} is a number that has lost its last digits`;
	}

	/** Texts must not have the traces of a failed expression, unless they are data of the item. @throws InputError */
	#checkTraces({ definition, itemIndex }: Evaluated, label: string, given: unknown): void {
		const { emptyPart, whyNeeded } = definition;
		// The values of parameters may be lists and objects, so they are checked where these are taken apart.
		if (emptyPart === 'warning') return;
		for (const text of Array.isArray(given) ? (given as unknown[]) : [given]) {
			if (typeof text !== 'string') continue;
			checkText({
				label,
				text,
				isData: () => hasText(this.#n8n.getInputData()[itemIndex]?.json ?? {}, text),
				isKey: emptyPart === 'errorInKey',
				whyNeeded,
				shown: definition.shown?.(text),
			});
		}
	}
}

const CHECK_NAME = 'Check the name of its field.';

/** @param given nothing, or a word that stands for it */
function gaveNothing(code: string, given: unknown): string {
	const expression = `{{ ${code.trim().slice(0, 100)} }}`;
	return isNothing(given)
		? `${expression} gave no value`
		: `${expression} gave ${shownText(given)}, which stands for no value`;
}

function withoutValue(label: string): InputError {
	const advice =
		'If it is an expression, check that it gives one. For the default, remove the option.';
	return new InputError(`${label} has no value`, advice);
}
