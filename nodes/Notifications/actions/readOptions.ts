import { z } from 'zod';
import { numeric } from '../../shared/numeric';
import { parseField } from '../../shared/parseField';

const names = z
	.union([z.string().transform((text) => text.split(',')), z.array(z.string())])
	.transform((list) => list.map((name) => name.trim()).filter((name) => name !== ''));

const optionsSchema = z
	.object({
		batchSize: numeric(z.number().int().min(1)).default(100),
		concurrency: numeric(z.number().int().min(1).max(10)).default(1),
		defaultCountry: z.string().default(''),
		dryRun: z.boolean().default(false),
		isolateFailures: z.boolean().default(true),
		leaveOutNulls: z.boolean().default(false),
		requestTimeout: numeric(z.number().positive()).default(300),
		requiredParams: names.default([]),
	})
	.passthrough();

export type SendOptions = z.infer<typeof optionsSchema>;

export function parseOptions(value: unknown): SendOptions {
	return parseField(optionsSchema, value, 'Options');
}

/** Names separated by commas. */
export function parseNames(value: unknown, field: string): string[] {
	return parseField(names, value, field);
}
