import { z } from 'zod';
import { parseField } from '../../../shared/parseField';

export type Row = Record<string, unknown>;

const schema = z
	.object({ values: z.array(z.record(z.string(), z.unknown())).default([]) })
	.passthrough();

/** The rows of a field that takes any number of them. @throws InputError naming the field */
export function parseRows(value: unknown, field: string): Row[] {
	return parseField(schema, value, field).values;
}
