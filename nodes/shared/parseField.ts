import type { z } from 'zod';
import { InputError } from './errors';
import { shownText } from './shownText';

/**
 * Checks the value of a field (which an expression may have given) against a schema.
 *
 * @param field the field as the editor names it
 * @throws InputError naming the field, what is wrong with it, and its value
 */
export function parseField<T>(
	schema: z.ZodType<T, z.ZodTypeDef, unknown>,
	value: unknown,
	field: string,
): T {
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;

	const [issue] = parsed.error.issues;
	const place = [field, ...(issue?.path ?? []).map(String)].join(' > ');
	throw new InputError(
		`${place} is not valid`,
		`${issue?.message ?? 'Check its value'}. Its value is: ${shownText(valueAt(value, issue?.path ?? []))}`,
	);
}

/** Only the part that is wrong is shown: what stands next to it may be secret. */
function valueAt(value: unknown, path: ReadonlyArray<PropertyKey>): unknown {
	return path.reduce<unknown>(
		(part, key) => (part as Record<PropertyKey, unknown> | null | undefined)?.[key],
		value,
	);
}
