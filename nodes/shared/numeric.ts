import { z } from 'zod';

/** A number field. Expressions often give a number as text. */
export function numeric<T extends z.ZodTypeAny>(schema: T) {
	return z.preprocess(
		(value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
		schema,
	);
}
