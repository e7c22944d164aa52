import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isObject } from '../../shared/values';
import { isPathSegment } from '../../shared/fields/field';
import { listOf } from '../../shared/http/envelope';

/*
 * The responses of the service, with their keys as section 2 writes them. n8n brings zod along, in version 3
 * or 4, so only the part is used that both versions share.
 */

/**
 * The records of a query (section 2.2). They are passed on as they are. A schema for each of 100,000 records would hold n8n
 * for tenths of a second.
 */
export const recordsSchema = z.unknown().transform((data, context): IDataObject[] => {
	const records = data ?? [];
	if (Array.isArray(records) && records.every(isObject)) return records as IDataObject[];
	context.addIssue({ code: 'custom', message: 'Not a list of records' });
	return z.NEVER;
});

const text = z.string({ message: 'Not a text' });

const idSchema = text.trim().refine(isPathSegment, 'Not a job ID');

/** Nothing depends on such a field, so a value of another type is treated as if it were missing. */
const optionalText = z.string().optional().catch(undefined);

/** A job that was started (section 2.3). Only its ID is needed. */
export const jobCreationSchema = z
	.object({ jobId: idSchema, fileName: optionalText }, { message: 'Not an object' })
	.passthrough();

/** A number of bytes. Many programs write 64-bit integers as text. */
const byteCount = z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)]);

/** The record of a job (section 2.4). */
const jobRecordFields = {
	JobId: text.trim(),
	Status: text.trim(),
	FileName: optionalText,
	HasError: z.boolean({ message: 'Not true or false' }),
	ErrorMessage: text.nullish(),
	/** How large the compressed file is, in bytes. */
	TotalBytesCompressed: byteCount.optional().catch(undefined),
};
const jobRecordSchema = z.object(jobRecordFields, { message: 'Not a record' }).passthrough();

export const jobRecordsSchema = listOf(jobRecordSchema);

export type JobCreation = z.infer<typeof jobCreationSchema>;
export type JobRecord = z.infer<typeof jobRecordSchema>;
