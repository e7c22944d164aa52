import { asError, ServiceError } from '../shared/errors';
import type { RequestResult } from '../shared/http/client';
import { toNodeError } from '../shared/nodeErrors';
import { type Delivery, type StatusClass, statusClassOf } from '../shared/status';
import { joinedTexts, MAX_LISTED, sentence } from '../shared/text';
import type { NotificationsApi } from './api/notificationsApi';
import type { Message, NotificationRequest } from './message/message';
import type { Failed, Result } from './message/result';
import type { Run } from './setup';
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
	let firstFailure: (Failed & { itemIndex: number }) | undefined;

	// All senders share this iterator, so each request is taken once.
	const remaining = requests.values();
	const sendRemaining = async (): Promise<void> => {
		for (const request of remaining) {
			const result = keepResult(run, request, await api.send(request, mayStart));
			if (result.status === 'failed' && !isContinuing) {
				firstFailure ??= { ...result, itemIndex: request.messages[0]!.itemIndex };
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
	if (firstFailure) {
		const { error, itemIndex } = firstFailure;
		const failure = (error as ServiceError).withAdvice(progressOf(run));
		throw toNodeError(run.n8n.getNode(), failure, itemIndex);
	}
	const bug = senders.find((sender) => sender.status === 'rejected');
	if (bug) throw asError(bug.reason);
}

/** Without any pause, because Stop during a pause would lose what is known of some messages. */
function keepResult(run: Run, request: NotificationRequest, sent: RequestResult<Result>): Result {
	const result = 'value' in sent ? sent.value : failedResult(request, sent);
	if (sent.tries > 0) run.sentCount += 1;
	for (const { itemIndex } of request.messages) {
		run.results[itemIndex] = result;
		if (result.status === 'accepted' && result.saysMore) {
			run.hints.add(SAID_MORE, { itemIndex, warning: true });
		}
	}
	return result;
}

const MAY_BE_SENT = 'the notification may have been sent';
const SAFE_AGAIN =
	'It is safe to run this again, with Send Once > Once a Day only on the same day: nobody receives the same notification twice.';
const CHECK_FIRST = 'Check who received it before you run this again, or use Send Once.';
const WITH_ONE =
	'With Options > Users per Request 1, it is known which user is at fault, and no other user fails.';

/** The result of a request that failed, with what the user can do about it. */
function failedResult(
	{ messages, hasNonces }: NotificationRequest,
	{ error, delivery }: { error: unknown; delivery: Delivery },
): Failed {
	const isUnknown = delivery === 'unknown';
	// Stop has ended the request, or the failure of another one. The error of the run says so.
	if (!(error instanceof ServiceError))
		return { status: 'failed', error, mayHaveBeenSent: isUnknown };

	const { length: count } = messages;
	// The service may have notified some users before it came to the one at fault.
	const mayHaveBeenSent = isUnknown || (count > 1 && isRefusal(error, OF_CONTENT));
	const runAgain = hasNonces ? SAFE_AGAIN : CHECK_FIRST;
	const advice = joinedTexts([
		isRefusal(error, MAY_BE_OF_CONTENT) ? warningsOf(messages) : '',
		mayHaveBeenSent ? runAgain : '',
		count > 1 ? `The request had ${count} users, and every user in it failed. ${WITH_ONE}` : '',
	]);
	const message = mayHaveBeenSent ? `${error.message}, but ${MAY_BE_SENT}` : error.message;
	return { status: 'failed', error: error.with({ message }).withAdvice(advice), mayHaveBeenSent };
}

/** With other content, such as other users, the service accepts a request that it has refused with these. */
const OF_CONTENT: StatusClass[] = ['content', 'tooLarge', 'permission', 'other'];
/** So it may be with these: no such template, or one that the service fails to fill in. */
const MAY_BE_OF_CONTENT: StatusClass[] = [...OF_CONTENT, 'address', 'service'];

function isRefusal({ kind, status = 0 }: ServiceError, classes: StatusClass[]): boolean {
	return kind === 'refused' && classes.includes(statusClassOf(status));
}

/** The warnings of the messages, as sentences: one of them may be the reason of a refusal. */
function warningsOf(messages: readonly Message[]): string {
	const warnings = new Set<string>();
	for (const { templateWarnings, contentWarnings } of messages) {
		for (const warning of [...templateWarnings, ...contentWarnings])
			warnings.add(sentence(warning));
	}
	return joinedTexts([...warnings].slice(0, MAX_LISTED));
}
