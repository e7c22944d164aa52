import { z } from 'zod';
import { isFields } from '../../shared/field';
import { listOf } from '../../shared/http/envelope';

/* Only what the nodes need is required. In the part of zod that versions 3 and 4 share. */

export type QueryRecord = Record<string, unknown>;

/** 2.2. An object in place of the list is one record, unless the records may be inside it. */
export const recordsSchema: z.ZodType<QueryRecord[], z.ZodTypeDef, unknown> = z
	.custom(
		(data) => !isFields(data) || !Object.values(data).some(isListOfObjects),
		'Lists in place of a record',
	)
	.pipe(listOf(z.record(z.string(), z.unknown())));

const idSchema = z
	.union([z.string(), z.number()])
	.transform((id) => String(id).trim())
	.refine((id) => id !== '' && isPathSegment(id), 'Not a job ID');

/** Nothing depends on it, so another type is as good as nothing. */
const optionalText = z
	.unknown()
	.transform((value) => (typeof value === 'string' && value !== '' ? value : undefined))
	.optional();

/** 2.3: all that is needed is the ID. */
export const jobCreationSchema = z.preprocess(
	withKeys('jobId', 'fileName', 'jobCreatedAt'),
	z.object({ jobId: idSchema, fileName: optionalText, jobCreatedAt: optionalText }).passthrough(),
);

const jobRecordSchema = z.preprocess(
	withKeys(
		...['JobId', 'Status', 'StartTime', 'EndTime', 'FileName', 'HasError', 'ErrorMessage'],
		...['TotalBytesProcessed', 'TotalBytesCompressed', 'TotalSlotMS', 'CreatedAt', 'UpdatedAt'],
	),
	z
		.object({
			JobId: idSchema.nullish(),
			// Null and empty mean "not yet"; a record without it is none.
			Status: z
				.union([z.string(), z.number(), z.null()])
				.transform((status) => String(status ?? '').trim()),
			FileName: optionalText,
			HasError: z
				.unknown()
				.optional()
				.transform((value) => /^(true|1|yes)$/i.test(String(value).trim())),
		})
		.passthrough(),
);

export const jobRecordsSchema = listOf(jobRecordSchema);

export type JobCreation = z.infer<typeof jobCreationSchema>;
export type JobRecord = z.infer<typeof jobRecordSchema>;

/** jobId, JobId and job_id are the same: the specification itself writes keys differently. */
function withKeys(...names: string[]) {
	const known = new Map(names.map((name) => [plainKey(name), name]));
	return (value: unknown): unknown => {
		if (!isFields(value)) return value;
		const entries = Object.entries(value).map(([key, content]) => {
			const name = known.get(plainKey(key));
			return [name === undefined || name in value ? key : name, content];
		});
		return Object.fromEntries(entries) as unknown;
	};
}

function plainKey(key: string): string {
	return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isListOfObjects(value: unknown): boolean {
	return Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null);
}

/** ".." as a segment of a path would lead elsewhere. */
export function isPathSegment(text: string): boolean {
	if (/[/\\?#\p{Cc}]|\.\./u.test(text) || text === '.' || text.length > 200) return false;
	try {
		encodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}
