import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../errors';
import { readWrittenJson } from '../json';
import { hasLostDigits, type Path, valueAt } from '../values';
import { asText, joinedTexts, shownText } from '../text';

export type Schema<T> = z.ZodType<T, z.ZodTypeDef, unknown>;

/**
 * What it means if an expression in a field gives nothing, as `{{ $json.store }}` in `store-{{ $json.store }}` does if
 * the item has no store. `undefined` is a failure everywhere, except in a field that may be unknown.
 */
export type EmptyPart =
	| 'error' // the field identifies or selects something, and what is left of it would mean something else
	| 'key' // the same, and of two equal values, the second is lost
	| 'unknown' // as in 'error', but the field may be empty as a whole
	| 'list' // as in 'error', but a condition in the code of the expression may give an empty list
	| 'warning' // customers read the text, and a part of it may well be empty
	| 'normal'; // nothing has a meaning of its own

/** A field: what the editor shows, and how its value is checked. Both are one object, so that they cannot diverge. */
export interface Field<T> {
	property: INodeProperties;
	/** What it is an option of, such as Options. Then the node has it only if the user has added it. */
	collection?: INodeProperties;
	schema: Schema<T>;
	emptyPart: EmptyPart;
	/** Whether a text within the value identifies something, other than the rest of it. */
	identifies?(path: Path): boolean;
	/** What an error calls a text within the value of the field. The default is the label of the field. */
	labelOfText?(path: Path, value: unknown): string;
	/** How errors show a text in the field, if not by its beginning. */
	textInError?(text: string): string;
	/** The value of an option that was not added, if it differs from the default of the field. */
	absent?: T;
	/** Whether an option that was added may be left empty, and then has its default. Otherwise, that is an error. */
	mayBeEmpty?: boolean;
}

/** Where n8n has the value of a field, such as `options.labels`. */
export function pathOf({ collection, property }: Field<unknown>): string {
	return joinedTexts([collection?.name, property.name], '.');
}

/** What errors call a field, such as "Options > Labels". */
export function labelOf({ collection, property }: Field<unknown>): string {
	return joinedTexts([collection?.displayName, property.displayName], ' > ');
}

export type OptionalField<T> = Field<T | undefined> & { absent: undefined };

/** An option without a default: its value is undefined unless the user has added it. */
export function optional<T>(field: Field<T>): OptionalField<T> {
	return { ...field, absent: undefined };
}

export type FieldTable = Record<string, Field<unknown>>;

/** The type that reading a field gives. */
export type ValueOf<P> = P extends { schema: Schema<infer T> } ? T : never;
export type ValuesOf<T extends FieldTable> = { [Name in keyof T]: ValueOf<T[Name]> };

const NOTHING = 'If it is an expression, check that it gives a value.';

/**
 * Checks the value of a field.
 * @param labelOfText what the error calls a part of the value. The default is the label and the path.
 * @throws InputError with the label of the field, the problem, and the value
 */
export function parseField<T>(
	schema: Schema<T>,
	value: unknown,
	label: string,
	labelOfText?: Field<unknown>['labelOfText'],
): T {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;

	const issue = parsed.error.issues[0];
	const path = issue?.path.map(String) ?? [];
	const message = issue?.message ?? 'Check its value';
	const ofPart = path.length > 1 ? labelOfText?.(path, value) : undefined;
	const place = ofPart ?? [label, ...path].join(' > ');
	// Only the part that is wrong is shown, because what stands next to it may be secret.
	const part = valueAt(value, path);
	const isEmpty = asText(part) === '';
	const shown = isEmpty ? NOTHING : `Its value is: ${shownText(part)}`;
	const problem = isEmpty ? 'is empty' : 'is not valid';
	throw new InputError(`${place} ${problem}`, `${message}. ${shown}`);
}

/** Also accepts a number that is written as text, as expressions often give it. */
function numeric(schema: z.ZodType<number>): Schema<number> {
	return z.preprocess(
		(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
		schema,
	);
}

/**
 * Also accepts a number or a boolean, as expressions often give a text, unless the number has lost its last digits.
 */
export const text = z.unknown().transform((value, context) => {
	if (typeof value === 'string') return value;
	const isLost = hasLostDigits(value);
	const isExact = Number.isFinite(value) && !isLost;
	if (isExact || typeof value === 'boolean') return String(value);
	const lost = 'The number has lost its last digits: give it as text';
	context.addIssue({ code: 'custom', message: isLost ? lost : 'Enter a text' });
	return z.NEVER;
});
export const trimmedText = text.transform((value) => value.trim());
/** A text that must not be empty. */
export const filledText = trimmedText.pipe(z.string().min(1, 'Enter it'));

/** The value of a resource locator. An expression may also give the value alone. Anything else becomes ''. */
export const listValue = z
	.union([trimmedText, z.object({ value: trimmedText }).transform(({ value }) => value)])
	.catch('');

/** A whole number from `min` to `max`. */
export function whole({ min = 1, max = Number.MAX_SAFE_INTEGER } = {}): Schema<number> {
	const not = 'Enter a whole number';
	const number = z.number({ message: not }).int(not);
	return numeric(number.min(min, `Enter ${min} or more`).max(max, `Enter ${max} or less`));
}

export const wholeNumber = whole();

export const seconds = numeric(
	z.number({ message: 'Enter a number' }).positive('Enter a number above 0'),
);

/** Also accepts "true" and "FALSE" as text, as expressions and agents often give them. */
export const toggle = z.preprocess(
	(value) => {
		const text = typeof value === 'string' ? value.trim().toLowerCase() : '';
		return text === 'true' || text === 'false' ? text === 'true' : value;
	},
	z.boolean({ message: 'Choose true or false' }),
);

/** One of the values of a list. */
export function choice<T extends string>(values: [T, ...T[]]): Schema<T> {
	return z.enum(values, { message: `Enter one of these values: ${values.join(', ')}` });
}

/** A list of names, or a text in which commas separate them. Models and expressions also write a list as JSON. */
export const names = z.preprocess(
	(value) => (typeof value === 'string' ? namesIn(value) : value),
	z.array(trimmedText, { message: 'Enter names, separated by commas' }),
);

function namesIn(text: string): unknown {
	const json = text.trim().startsWith('[') ? readWrittenJson(text) : {};
	return 'value' in json ? json.value : text.split(',');
}

export const filledNames = names.transform((list) => list.filter((name) => name !== ''));

/** Whether an ID can be one segment of a path. ".." would lead out of the path, and half a character cannot be encoded. */
export function isPathSegment(id: string): boolean {
	return !/^\.?$|[/\\?#\p{Cc}\p{Cs}]|\.\./u.test(id) && id.length <= 200;
}
