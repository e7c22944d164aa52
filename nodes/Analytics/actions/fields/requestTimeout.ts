import { z } from 'zod';
import { parseField } from '../../../shared/parseField';
import type { AnalyticsApi } from '../../transport/analyticsApi';
import type { ItemRun } from '../itemContext';

const optionsSchema = z
	.object({ requestTimeout: z.number().positive().default(300) })
	.passthrough();

/** The service, with the Request Timeout that the user chose. */
export function apiOf(run: ItemRun, signal = run.signal): AnalyticsApi {
	const { requestTimeout } = parseField(optionsSchema, run.parameter('options', {}), 'Options');
	return run.api(requestTimeout, signal);
}
