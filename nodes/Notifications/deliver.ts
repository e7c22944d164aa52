import type { ServiceError } from '../shared/errors';
import type { Delivery } from '../shared/http/delivery';
import { toNodeError } from '../shared/nodeErrors';
import type { Failed, NotificationRequest, Outcome } from './message/message';
import type { NotificationsApi, SendResult } from './api/notificationsApi';
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
			const result = await api.send(request, mayStart);
			run.sent.set(request, { tries: result.tries, delivery: deliveryOf(result) });
			const results = outcomesOf(request, result);
			hintAtMoreThanSuccess(run, request, result);
			// All at once: Stop during a pause in between would lose what is known of the others.
			for (const [place, outcome] of results.entries()) {
				outcomes[request.messages[place]!.itemIndex] = outcome;
			}
			await yieldToEventLoop();
			const [first] = results;
			if (first?.status === 'failed' && !isContinuing) {
				failure ??= first;
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
	const error = (failure.error as ServiceError).withAdvice(progressOf(run));
	throw toNodeError(n8n.getNode(), error, failure.message?.itemIndex);
}

/** @returns one outcome for each message; none for a request that was ended */
function outcomesOf(request: NotificationRequest, result: SendResult): Outcome[] {
	if ('isEnded' in result) return [];
	if ('error' in result) return failedOutcomes(request, result);
	const { response } = result;
	switch (response.status) {
		case 'refused':
			return failedOutcomes(request, response);
		case 'alreadySent':
			return request.messages.map(alreadySentOutcome);
		case 'accepted':
			return acceptedOutcomes(request, response.more);
	}
}

function deliveryOf(result: SendResult): Delivery {
	if (!('response' in result)) return result.delivery;
	const { response } = result;
	return response.status === 'refused' ? response.error.delivery : 'confirmed';
}

function hintAtMoreThanSuccess(
	{ hints }: Run,
	{ messages }: NotificationRequest,
	result: SendResult,
): void {
	if (!('response' in result) || result.response.status !== 'accepted') return;
	if (!saysMoreThanIds(result.response.more)) return;
	for (const { itemIndex } of messages) hints.add(SAID_MORE, { itemIndex, warning: true });
}
