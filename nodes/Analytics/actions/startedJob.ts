import type { QueryBody } from '../transport/analyticsApi';
import type { JobCreation } from '../transport/schemas';
import type { ItemContext } from './itemContext';

/** Starts a job (section 4.2), unless another input item has started one for the same request. */
export async function startedJob(item: ItemContext, request: QueryBody): Promise<JobCreation> {
	const { result } = await item.shared.starts.of(
		request,
		item.signal,
		async (signal) => await item.withSignal(signal).api().startJob(request),
	);
	return result;
}
