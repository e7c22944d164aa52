import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from './errors';
import { shownText } from './shownText';

/** A field as the editor shows it, and how its value is checked, so that the two cannot differ. */
export interface Field<T> {
	field: INodeProperties;
	schema: z.ZodType<T, z.ZodTypeDef, unknown>;
	/** The default in the tool of an AI agent, if that is another. */
	toolDefault?: INodeProperties['default'];
	/** The value of an option that was not added, where that is not the default of the field. */
	absent?: T;
}

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type FieldTable = Record<string, Field<unknown>>;

export type ValueOf<F> = F extends { schema: z.ZodType<infer T, z.ZodTypeDef, unknown> }
	? T
	: never;
export type ValuesOf<T extends FieldTable> = { [Name in keyof T]: ValueOf<T[Name]> };

const NOTHING = 'It has no value: if it is an expression, check that it gives one.';

/** @throws InputError naming the field by its label, what is wrong with it, and its value */
export function parseField<T>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	value: unknown,
	label: string,
): T {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;

	const { path = [], message = 'Check its value' } = parsed.error.issues[0] ?? {};
	const place = [label, ...path.map(String)].join(' > ');
	// Only the part that is wrong is shown: what stands next to it may be secret.
	const part = path.reduce<unknown>(
		(whole, key) => (whole as Record<PropertyKey, unknown> | null | undefined)?.[key],
		value,
	);
	const is = (part ?? '') === '' ? NOTHING : `Its value is: ${shownText(part)}`;
	throw new InputError(`${place} is not valid`, `${message}. ${is}`);
}

export function readField<T>({ field, schema }: Field<T>, value: unknown): T {
	return parseField(schema, value === undefined ? field.default : value, field.displayName);
}

/** Reads a collection, such as Options. What was not added has its default. @throws InputError */
export function readCollection<T extends FieldTable>(
	table: T,
	value: unknown,
	label: string,
): ValuesOf<T> {
	if (!isFields(value)) {
		const advice = 'If it is an expression, check that it gives an object.';
		throw new InputError(`${label} is not valid`, advice);
	}
	const entries = Object.entries(table).map(([name, definition]) => {
		const { field, schema } = definition;
		const isAdded = Object.hasOwn(value, name);
		if (!isAdded && 'absent' in definition) return [name, definition.absent];
		const chosen: unknown = isAdded ? value[name] : field.default;
		return [name, parseField(schema, chosen, `${label} > ${field.displayName}`)];
	});
	return Object.fromEntries(entries) as ValuesOf<T>;
}

/** Expressions often give a number as text. */
function numeric<T extends z.ZodTypeAny>(schema: T) {
	return z.preprocess(
		(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
		schema,
	);
}

/** Expressions often give text as a number. */
export const text = z.preprocess(
	(value) => (Number.isFinite(value) || typeof value === 'boolean' ? String(value) : value),
	z.string({ message: 'Enter a text' }),
);

/** Of a list, such as a resource locator, whose value expressions may give alone; empty for anything else. */
export const listValue = z
	.union([text, z.object({ value: text }).transform(({ value }) => value)])
	.catch('')
	.transform((value) => value.trim());

export function whole({ min = 1, max = Number.MAX_SAFE_INTEGER } = {}) {
	const not = 'Enter a whole number';
	const number = z.number({ message: not }).int(not);
	return numeric(number.min(min, `Enter ${min} or more`).max(max, `Enter ${max} or less`));
}

export const wholeNumber = whole();

export const seconds = numeric(
	z.number({ message: 'Enter a number' }).positive('Enter a number above 0'),
);

/** Expressions and agents often give `true` as text. */
export const toggle = z.preprocess(
	(value) => (value === 'true' ? true : value === 'false' ? false : value),
	z.boolean({ message: 'Choose true or false' }),
);

export function choice<const T extends readonly [string, ...string[]]>(values: T) {
	return z.enum(values as unknown as [T[number], ...T[number][]], {
		message: 'Choose a value from the list',
	});
}

const NAMES = { message: 'Enter names, separated by commas' };
export const names = z
	.preprocess(
		(value) => (typeof value === 'string' ? value.split(',') : value),
		z.array(z.string(NAMES), NAMES),
	)
	.transform((list) => list.map((name) => name.trim()));

export const filledNames = names.transform((list) => list.filter((name) => name !== ''));

/** n8n takes any text that begins with "=" as an expression, at any depth (`$fromAI` is one too). */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	return typeof value === 'object' && value !== null && Object.values(value).some(holdsExpression);
}

/** ".." as a segment of a path would lead out of it; half a character cannot be encoded. */
export function isPathSegment(id: string): boolean {
	return !/^\.?$|[/\\?#\p{Cc}\p{Cs}]|\.\./u.test(id) && id.length <= 200;
}
