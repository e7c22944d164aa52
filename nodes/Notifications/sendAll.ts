import { asError, type ServiceError } from '../shared/errors';
import { toNodeError } from '../shared/nodeErrors';
import type { NotificationRequest } from './message/message';
import type { NotificationsApi, SendResult } from './api/notificationsApi';
import { acceptedOutcomes, alreadySentOutcome, failedOutcomes, saysMoreThanIds } from './outcomes';
import type { Failure, ItemOutcome, Run } from './run';
import { progressOf } from './summary';

const MAX_AT_ONCE = 16;

const SAID_MORE =
	'The service said more than success: see "response" in the output. It may mean that some notifications are not sent.';

/**
 * Sends all requests of a run. Without Continue, no other request is started after the first failure. Those
 * under way come to their end, so that the error can count what was sent.
 * @throws the error of that failure, or the reason of Stop
 */
export async function sendAll(run: Run, api: NotificationsApi): Promise<void> {
	const { requests, signal, yieldToEventLoop, isContinuing } = run;
	const ended = new AbortController();
	const mayStart = AbortSignal.any([signal, ended.signal]);
	let firstFailure: Failure | undefined;

	// All senders share this iterator, so each request is taken once.
	const remaining = requests.values();
	const sendRemaining = async (): Promise<void> => {
		for (const request of remaining) {
			const result = await api.send(request, mayStart);
			const [outcome] = keepResult(run, request, result);
			if (outcome && 'error' in outcome && !isContinuing) {
				firstFailure ??= outcome;
				ended.abort();
			}
			if (mayStart.aborted) return;
			await yieldToEventLoop();
		}
	};
	const senders = await Promise.allSettled(Array.from({ length: MAX_AT_ONCE }, sendRemaining));

	// Removes the listeners of `mayStart`.
	ended.abort();
	signal.throwIfAborted();
	if (firstFailure) throw errorOfRun(run, firstFailure);
	const bug = senders.find((sender) => sender.status === 'rejected');
	if (bug) throw asError(bug.reason);
}

/** Without any pause, because Stop during a pause would lose what is known of some messages. */
function keepResult(run: Run, request: NotificationRequest, result: SendResult): ItemOutcome[] {
	const { results, outcomes, hints } = run;
	const { messages } = request;
	results.set(request, result);
	const ofMessages = outcomesOf(request, result);
	for (const [place, outcome] of ofMessages.entries()) {
		outcomes[messages[place]!.itemIndex] = outcome;
	}
	if (result.status === 'accepted' && saysMoreThanIds(result.response)) {
		for (const { itemIndex } of messages) hints.add(SAID_MORE, { itemIndex, warning: true });
	}
	return ofMessages;
}

/** @returns one outcome for each message; none for a request that was ended */
function outcomesOf(request: NotificationRequest, result: SendResult): ItemOutcome[] {
	switch (result.status) {
		case 'accepted':
			return acceptedOutcomes(request, result.response);
		case 'alreadySent':
			return request.messages.map(alreadySentOutcome);
		case 'failed':
			return failedOutcomes(request, result.error);
		case 'ended':
			return [];
	}
}

/** The error of a run that has ended early: that of the failure, and how many notifications were sent. */
function errorOfRun(run: Run, { error, message }: Failure): Error {
	const failure = (error as ServiceError).withAdvice(progressOf(run));
	return toNodeError(run.n8n.getNode(), failure, message?.itemIndex);
}
