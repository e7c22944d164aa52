import { z } from 'zod';

/*
 * What the service answers (sections 2.2 to 2.4), less the envelope. Only what the nodes need is required; fields that
 * the specification does not name pass through. Written in the part of zod that versions 3 and 4 share.
 */

/** 2.2: the records of a synchronous query. Their columns are not specified. */
export const recordsSchema = z.array(z.record(z.string(), z.unknown()));

/** 2.3: a bulk copy job that was just created. */
export const jobCreationSchema = z
	.object({
		jobId: z.string().min(1),
		fileName: z.string().min(1),
		jobCreatedAt: z.string().nullish(),
	})
	.passthrough();

/** 2.4: the status record of a bulk copy job. */
export const jobRecordSchema = z
	.object({
		JobId: z.string().min(1),
		Status: z.string().min(1),
		FileName: z.string().nullish(),
		HasError: z.boolean().nullish(),
		ErrorMessage: z.string().nullish(),
	})
	.passthrough();

export const jobRecordsSchema = z.array(jobRecordSchema);

export type JobCreation = z.infer<typeof jobCreationSchema>;
export type JobRecord = z.infer<typeof jobRecordSchema>;
/** One record of a synchronous query: column name to value. */
export type QueryRecord = Record<string, unknown>;
