import { z } from 'zod';
import { isObject } from '../../shared/jsonObject';
import { isPathSegment } from '../../shared/params/param';
import { listOf } from '../../shared/http/envelope';

/* Keys and types as section 2 writes them. In the part of zod that versions 3 and 4 share. */

export type QueryRecord = Record<string, unknown>;

/** 2.2. The records are passed on as they are, so none is copied. */
export const recordsSchema = listOf(z.custom<QueryRecord>(isObject, 'Not a record'));

const text = z.string({ message: 'Not a text' });

const idSchema = text.trim().refine(isPathSegment, 'Not a job ID');

/** Nothing depends on it, so another type is as good as nothing. */
const optionalText = z.string().optional().catch(undefined);

/** 2.3: all that is needed is the ID. */
export const jobCreationSchema = z
	.object({ jobId: idSchema, fileName: optionalText }, { message: 'Not an object' })
	.passthrough();

/** Many programs write integers of 64 bits as text. */
const byteCount = z.union([z.number(), z.string().trim().regex(/^\d+$/).transform(Number)]);

/** 2.4 */
const jobRecordFields = {
	JobId: text.trim(),
	Status: text.trim(),
	FileName: optionalText,
	HasError: z.boolean({ message: 'Not true or false' }),
	ErrorMessage: text.nullish(),
	/** How large the file is, before anything on the way unpacks it. */
	TotalBytesCompressed: byteCount.optional().catch(undefined),
};
const jobRecordSchema = z.object(jobRecordFields, { message: 'Not a record' }).passthrough();

export const jobRecordsSchema = listOf(jobRecordSchema);

export type JobCreation = z.infer<typeof jobCreationSchema>;
export type JobRecord = z.infer<typeof jobRecordSchema>;
