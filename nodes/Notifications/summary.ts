import type { Delivery } from '../shared/status';
import { counted, joinedTexts } from '../shared/text';
import { repeatHint } from './fields/sendOnce';
import { HOW_TO_SEND, type Recipients, type SendTo } from './fields/sendTo';
import type { SendOnce } from './message/message';
import { type ItemOutcome, type Run, type Status, statusOf } from './run';

const WORDS: Record<Status, string> = {
	accepted: 'accepted',
	alreadySent: 'already sent',
	preview: 'would be sent',
	skipped: 'skipped',
	failed: 'failed',
};

interface EndedRun {
	outcomes: readonly ItemOutcome[];
	/** How many requests were sent, or would be sent in the case of a preview. */
	requestCount: number;
	sendTo: SendTo;
	recipients: Recipients;
}

/** The hint of a run that has come to its end: "3 accepted, 1 failed, in 4 requests." */
export function summaryOf({ outcomes, requestCount, sendTo, recipients }: EndedRun): string {
	const statuses = outcomes.map(statusOf);
	const counts = Object.entries(WORDS).map(([status, words]) => {
		const { length } = statuses.filter((other) => other === status);
		return length > 0 ? `${length} ${words}` : '';
	});
	const inRequests = requestCount > 0 ? `in ${counted(requestCount, 'request')}` : '';
	const numbers = `${joinedTexts([...counts, inRequests], ', ')}.`;
	switch (recipients) {
		case 'nobody':
			return joinedTexts([
				numbers,
				'This is a preview: nothing was sent.',
				sendTo === 'published' ? HOW_TO_SEND : '',
			]);
		case 'testPhone':
			return `${numbers} Nobody but the test phone received anything.`;
		case 'everyone':
			return joinedTexts([
				numbers,
				requestCount === 0 ? 'Nothing was sent.' : '',
				repeatHint(choicesOfAccepted(outcomes)),
			]);
	}
}

/** The choices of Send Once of the messages that were accepted. */
function choicesOfAccepted(outcomes: readonly ItemOutcome[]): Set<SendOnce> {
	const choices = new Set<SendOnce>();
	for (const outcome of outcomes) {
		if ('error' in outcome || outcome.value.status !== 'accepted') continue;
		choices.add(outcome.value.message.sendOnce);
	}
	return choices;
}

/** What was sent, for the error of a run that has ended early: "Of 20 notifications, 4 were confirmed." */
export function progressOf({
	requests,
	outcomes,
	results,
}: Pick<Run, 'requests' | 'outcomes' | 'results'>): string {
	let all = 0;
	let confirmed = 0;
	let inDoubt = 0;
	for (const request of requests) {
		all += request.messages.length;
		const ofRequest = results.get(request)?.delivery ?? 'notSent';
		for (const { itemIndex } of request.messages) {
			const delivery = deliveryOf(outcomes[itemIndex], ofRequest);
			if (delivery === 'confirmed') confirmed += 1;
			if (delivery === 'unknown') inDoubt += 1;
		}
	}
	if (confirmed + inDoubt === 0) return 'Nothing was sent.';
	const doubt = inDoubt > 0 ? `; up to ${inDoubt} more may have been sent` : '';
	return `Of ${all} notifications, ${confirmed} were confirmed${doubt}.`;
}

/** @param ofRequest what is known of the whole request, for a message without an outcome */
function deliveryOf(outcome: ItemOutcome | undefined, ofRequest: Delivery): Delivery {
	if (!outcome) return ofRequest;
	if ('error' in outcome) return outcome.mayHaveBeenSent ? 'unknown' : 'notSent';
	// Stop may also come during a preview, which sends nothing.
	return outcome.value.status === 'preview' ? 'notSent' : 'confirmed';
}
