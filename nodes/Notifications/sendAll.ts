import type { NodeError } from 'n8n-workflow';
import { asError, ServiceError } from '../shared/errors';
import type { RequestResult } from '../shared/http/client';
import { toNodeError, withAdvice } from '../shared/nodeErrors';
import { countLess, keepNonce } from './otherRuns';
import type { NotificationsApi } from './api/notificationsApi';
import type { Failed, Message, Result } from './message/message';
import type { Run } from './setup';
import { progressOf } from './summary';

const MAX_AT_ONCE = 16;

const SAID_MORE =
	'The service accepted the notification, but said more: see "note" in the output. It may not have been sent.';

/**
 * Sends all messages of a run. Without Continue, none is started after the first failure. Those under way come to their
 * end, so that the error can count what was sent.
 * @throws the error of that failure, or the reason of Stop
 */
export async function sendAll(run: Run, api: NotificationsApi): Promise<void> {
	const { n8n, toSend, signal, yieldToEventLoop, isContinuing } = run;
	const ended = new AbortController();
	const mayStart = AbortSignal.any([signal, ended.signal]);
	let firstFailure: NodeError | undefined;

	// All senders share this iterator, so each message is taken once.
	const remaining = toSend.values();
	const sendRemaining = async (): Promise<void> => {
		for (const message of remaining) {
			const result = keepResult(run, message, await api.send(message, mayStart));
			if (result.status === 'failed' && !isContinuing) {
				firstFailure ??= toNodeError(n8n.getNode(), result.error, message.itemIndex);
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
	if (firstFailure) throw withAdvice(firstFailure, progressOf(run));
	const bug = senders.find((sender) => sender.status === 'rejected');
	if (bug) throw asError(bug.reason);
}

/** Without any pause, because Stop during a pause would lose what is known of some messages. */
function keepResult(run: Run, message: Message, sent: RequestResult<Result>): Result {
	const result = 'value' in sent ? sent.value : failedResult(message, sent);
	const { itemIndex } = message;
	run.results[itemIndex] = result;
	if (result.status !== 'failed' || result.mayHaveBeenSent) keepNonce(run, message, 'everyone');
	else countLess(run);
	if (result.status === 'accepted' && result.said !== null) {
		run.hints.add(SAID_MORE, { itemIndex, warning: true });
	}
	return result;
}

const SAFE_AGAIN =
	'It is safe to run this again (with Send Once > Once a Day, only on the same day): nobody receives the same notification twice.';
const CHECK_FIRST =
	'Check who received it before you run this again, which would send it again, whatever you choose in Send Once.';

/** The result of a request that failed, with what the user can do about it. */
function failedResult(
	{ isKnownAgain }: Message,
	{ error, unclearTries }: { error: unknown; unclearTries: number },
): Failed {
	const mayHaveBeenSent = unclearTries > 0;
	// If it is no ServiceError, Stop has ended the request, or the failure of another one. The error of the run says so.
	if (!mayHaveBeenSent || !(error instanceof ServiceError)) {
		return { status: 'failed', error, mayHaveBeenSent };
	}
	const message = `${error.message}, but the notification may have been sent`;
	const runAgain = isKnownAgain ? SAFE_AGAIN : CHECK_FIRST;
	return { status: 'failed', error: error.with({ message }).withAdvice(runAgain), mayHaveBeenSent };
}
