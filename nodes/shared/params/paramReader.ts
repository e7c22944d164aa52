import type { IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../errors';
import { isObject } from '../json';
import type { CollectionParam } from './makeParam';
import { type Param, type ParamTable, parseParam, type ValuesOf } from './param';

const ABSENT = '\0absent';

/**
 * Reads and checks the parameters of a node for each of its items. Evaluating a parameter takes n8n a
 * while, so one without an expression is only read once for all items.
 */
export class ParamReader {
	readonly #n8n: IExecuteFunctions;
	readonly #fixed = new Map<Param<unknown>, unknown>();

	constructor(n8n: IExecuteFunctions) {
		this.#n8n = n8n;
	}

	/** The value of a field, or its default if the node does not have it. @throws InputError */
	read<T>(definition: Param<T>, itemIndex: number): T {
		const { name, displayName, default: usual } = definition.property;
		return this.#readOnce(definition, name, () => {
			const value = this.given(name, itemIndex);
			return parseParam(definition.schema, value === undefined ? usual : value, displayName);
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
		const read = () => {
			const value = this.given(path, itemIndex);
			const label = `${displayName} > ${property.displayName}`;
			if (value === undefined && 'absent' in definition) return definition.absent;
			const isEmpty = isBlank(value);
			const isAllowed = definition.mayBeEmpty === true && !this.hasExpression(path);
			if (isEmpty && !isAllowed) throw withoutValue(label);
			const hasDefault = isEmpty || value === undefined;
			return parseParam(schema, hasDefault ? property.default : value, label);
		};
		return this.#readOnce(definition, path, read) as ValuesOf<T>[Name];
	}

	/** The value as n8n evaluates it: null if an expression gives nothing, undefined if the node has no such field. */
	given(path: string, itemIndex: number): unknown {
		const value: unknown = this.#n8n.getNodeParameter(path, itemIndex, ABSENT);
		return value === ABSENT ? undefined : (value ?? null);
	}

	/** Whether the field has an expression, so that its value may differ between items. */
	hasExpression(path: string): boolean {
		const { parameters } = this.#n8n.getNode();
		const written = path
			.split('.')
			.reduce<unknown>((whole, key) => (isObject(whole) ? whole[key] : whole), parameters);
		return holdsExpression(written);
	}

	#readOnce<T>(definition: Param<T>, path: string, read: () => T): T {
		if (this.#fixed.has(definition)) return this.#fixed.get(definition) as T;
		const value = read();
		if (!this.hasExpression(path)) this.#fixed.set(definition, value);
		return value;
	}
}

function isBlank(value: unknown): boolean {
	return value === null || (typeof value === 'string' && value.trim() === '');
}

function withoutValue(label: string): InputError {
	const advice =
		'If it is an expression, check that it gives one. For the default, remove the option.';
	return new InputError(`${label} has no value`, advice);
}

/** n8n takes every text that begins with "=" for an expression, at any depth. `$fromAI` is one as well. */
function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}
