import { z } from 'zod';
import { listOf, oneOf } from '../../shared/client/envelope';

/*
 * What the service answers (sections 2.2 to 2.4), less the envelope. Only what the nodes need is required; fields that
 * the specification does not name pass through. Written in the part of zod that versions 3 and 4 share.
 */

/** One record of a synchronous query: column name to value. */
export type QueryRecord = Record<string, unknown>;

/** An object that holds a list of objects is no record, but something around the records. */
const recordSchema = z
	.record(z.string(), z.unknown())
	.refine((record) => !Object.values(record).some(isListOfObjects), 'Lists in place of a record');

/** 2.2: the records of a synchronous query. Their columns are not specified. */
export const recordsSchema = listOf(recordSchema);

/** A job is known by a text or a number; all of its digits count. */
const idSchema = z
	.union([z.string(), z.number()])
	.transform((id) => String(id).trim())
	.refine((id) => id !== '', 'Empty');

/** Nothing depends on it, so another type is as good as nothing. */
const optionalText = z
	.unknown()
	.transform((value) => (typeof value === 'string' && value !== '' ? value : undefined))
	.optional();

/** 2.3: a bulk copy job that was just created. Its ID is all that is needed. */
export const jobCreationSchema = oneOf(
	z.preprocess(
		withKeys('jobId', 'fileName', 'jobCreatedAt'),
		z.object({ jobId: idSchema, fileName: optionalText, jobCreatedAt: optionalText }).passthrough(),
	),
);

/** 2.4: the status record of a bulk copy job. */
export const jobRecordSchema = z.preprocess(
	withKeys(
		'JobId',
		'Status',
		'StartTime',
		'EndTime',
		'FileName',
		'HasError',
		'ErrorMessage',
		'TotalBytesProcessed',
		'TotalBytesCompressed',
		'TotalSlotMS',
		'CreatedAt',
		'UpdatedAt',
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

/**
 * Gives keys the names that the specification uses: jobId, JobId and job_id are the same, which are
 * written differently in the specification itself.
 */
function withKeys(...names: string[]) {
	const known = new Map(names.map((name) => [plainKey(name), name]));
	return (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
		return Object.fromEntries(
			Object.entries(value).map(([key, content]) => {
				const name = known.get(plainKey(key));
				return [name === undefined || name in value ? key : name, content];
			}),
		);
	};
}

function plainKey(key: string): string {
	return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function isListOfObjects(value: unknown): boolean {
	return Array.isArray(value) && value.some((each) => typeof each === 'object' && each !== null);
}
