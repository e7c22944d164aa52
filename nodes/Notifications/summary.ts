import { counted, joinedTexts } from '../shared/text';
import { repeatHint } from './fields/sendOnce';
import { HOW_TO_SEND, type Recipients, type SendTo } from './fields/sendTo';
import type { Outcome } from './message/message';
import type { Run } from './run';

const WORDS: Record<Outcome['status'], string> = {
	accepted: 'accepted',
	alreadySent: 'already sent',
	preview: 'would be sent',
	skipped: 'skipped',
	failed: 'failed',
};

interface Ended {
	outcomes: readonly Outcome[];
	/** Of a preview: those that would be made. */
	requestCount: number;
	sendTo: SendTo;
	recipients: Recipients;
}

/** Counts all items of a run by status: "3 accepted, 1 failed, in 4 requests." */
export function summaryOf({ outcomes, requestCount, sendTo, recipients }: Ended): string {
	const counts = Object.entries(WORDS).map(([status, words]) => {
		const { length } = outcomes.filter((outcome) => outcome.status === status);
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

function choicesOfAccepted(outcomes: readonly Outcome[]) {
	const accepted = outcomes.filter(({ status }) => status === 'accepted');
	return new Set(accepted.flatMap(({ message }) => (message ? [message.sendOnce] : [])));
}

/** For the error of a run that ends early: "Of 20 notifications, 4 were confirmed." */
export function progressOf({
	requests,
	outcomes,
	sent,
}: Pick<Run, 'requests' | 'outcomes' | 'sent'>): string {
	let all = 0;
	let confirmed = 0;
	let inDoubt = 0;
	for (const request of requests) {
		all += request.messages.length;
		const isInDoubt = sent.get(request)?.delivery === 'unknown';
		for (const { itemIndex } of request.messages) {
			const outcome = outcomes[itemIndex];
			const isFailed = outcome?.status === 'failed';
			const mayBeSent = isFailed ? outcome.mayHaveBeenSent : isInDoubt;
			if (outcome && !isFailed) confirmed += 1;
			else if (mayBeSent) inDoubt += 1;
		}
	}
	if (confirmed + inDoubt === 0) return 'Nothing was sent.';
	const more = inDoubt > 0 ? `; up to ${inDoubt} more may have been sent` : '';
	return `Of ${all} notifications, ${confirmed} were confirmed${more}.`;
}
