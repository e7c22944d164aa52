import { z } from 'zod';

/** 2.7: the answer to a notification request. */
export const notificationAnswerSchema = z
	.object({
		success: z.boolean(),
		reason: z
			.union([
				z.string(),
				z
					.object({
						error: z.union([z.string(), z.number()]).nullish(),
						description: z.string().nullish(),
					})
					.passthrough(),
			])
			.nullish(),
	})
	.passthrough();

export type FailureReason = z.infer<typeof notificationAnswerSchema>['reason'];
