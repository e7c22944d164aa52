import { ServiceError } from '../shared/errors';
import type { Hints } from '../shared/hints';
import { toNodeError } from '../shared/nodeErrors';
import type { Failed, NotificationRequest, Outcome } from './message/message';
import type { NotificationsApi } from './api/notificationsApi';
import { acceptedOutcomes, alreadySentOutcome, failedOutcomes, saysMoreThanIds } from './outcomes';
import type { Run } from './run';
import { progressOf } from './summary';

const MAX_AT_ONCE = 16;

const SAID_MORE =
	'The service said more than success: see "response" in the output. It may mean that some notifications are not sent.';

/**
 * Sends all requests of a run. Without Continue, nothing more is started after the first failure;
 * what is under way comes to its end, so that the error can count it.
 * @throws that error, or the reason of Stop
 */
export async function sendAll(run: Run, api: NotificationsApi): Promise<void> {
	const { n8n, requests, outcomes, signal, yieldToEventLoop, isContinuing } = run;
	const ended = new AbortController();
	const mayStart = AbortSignal.any([signal, ended.signal]);
	let failure: Failed | undefined;
	const waiting = requests.values();
	const sendNext = async () => {
		for (const request of waiting) {
			const results = await sendOne(request, { api, hints: run.hints, mayStart });
			for (const [place, result] of results.entries()) {
				outcomes[request.messages[place]!.itemIndex] = result;
				await yieldToEventLoop();
			}
			const [result] = results;
			if (result?.status === 'failed' && !isContinuing) {
				failure ??= result;
				ended.abort();
			}
			if (mayStart.aborted) return;
		}
	};
	await Promise.allSettled(Array.from({ length: MAX_AT_ONCE }, sendNext));
	// Removes the listeners of `mayStart`.
	ended.abort();
	signal.throwIfAborted();
	if (!failure) return;
	const error = (failure.error as ServiceError).withAdvice(progressOf(requests, outcomes));
	throw toNodeError(n8n.getNode(), error, failure.message?.itemIndex);
}

/** @returns one outcome for each message; none where the request was not started */
async function sendOne(
	request: NotificationRequest,
	{ api, hints, mayStart }: { api: NotificationsApi; hints: Hints; mayStart: AbortSignal },
): Promise<Outcome[]> {
	try {
		const response = await api.send(request, mayStart);
		if (response.status === 'refused') return failedOutcomes(request, response);
		if (response.status === 'alreadySent') return request.messages.map(alreadySentOutcome);
		if (saysMoreThanIds(response.more)) {
			for (const { itemIndex } of request.messages) {
				hints.add(SAID_MORE, { itemIndex, warning: true });
			}
		}
		return acceptedOutcomes(request, response.more);
	} catch (error) {
		return error instanceof ServiceError ? failedOutcomes(request, { error }) : [];
	}
}
