import { z } from 'zod';
import { parseField } from '../../../shared/parseField';
import type { ItemRun } from '../itemContext';

export interface WaitSettings {
	pollIntervalMs: number;
	maxWaitMs: number;
	onTimeout: 'error' | 'outputJob';
}

const optionsSchema = z
	.object({
		pollInterval: z.number().positive().default(15),
		maxWait: z.number().positive().default(1800),
		onTimeout: z.enum(['error', 'outputJob']).default('error'),
	})
	.passthrough();

/** Reads how long, and how often, to ask for a job. */
export function readWaitSettings(run: ItemRun): WaitSettings {
	const options = parseField(optionsSchema, run.parameter('options', {}), 'Options');
	return {
		pollIntervalMs: options.pollInterval * 1000,
		maxWaitMs: options.maxWait * 1000,
		onTimeout: options.onTimeout,
	};
}
