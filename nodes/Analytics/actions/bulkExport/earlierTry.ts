import { z } from 'zod';
import type { ItemContext } from '../itemContext';
import type { Turn } from '../turns';

/*
 * n8n's Retry On Fail, and Retry in its list of executions, run a node anew in the same execution. Rows
 * that a failed try has passed on must not come again, so what is left to do is noted in the execution.
 */

const schema = z.object({
	/** All jobs of the export, in the order of their days. */
	jobs: z.array(z.object({ jobId: z.string(), fileName: z.string() })),
	/** Where the batch begins that failed, counted from 1; undefined if all rows were passed on. */
	place: z.object({ jobId: z.string(), row: z.number() }).optional(),
	/** What was passed on. */
	counts: z.object({ rows: z.number(), batches: z.number(), results: z.number() }),
});

export type EarlierTry = z.infer<typeof schema>;

/**
 * What the try before this one has done; undefined if this is the first one. An agent that calls the
 * node twice wants it to run twice.
 */
export function earlierTry(item: ItemContext, { key }: Turn): EarlierTry | undefined {
	return item.isToolCall ? undefined : schema.safeParse(item.note(key)).data;
}

/** Also when all is done, since the node runs anew if another of its items has failed. */
export function noteForNextTry(item: ItemContext, { key }: Turn, done: EarlierTry): void {
	item.setNote(key, done);
}
