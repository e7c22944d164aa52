import { counted, joinedTexts } from '../shared/text';
import { repeatHint } from './fields/sendOnce';
import { HOW_TO_SEND, type Recipients, type SendTo } from './fields/sendTo';
import type { Message } from './message/message';
import type { Result } from './message/result';
import type { Run } from './setup';

const WORDS: Record<Result['status'], string> = {
	accepted: 'accepted',
	alreadySent: 'already sent',
	preview: 'would be sent',
	skipped: 'skipped',
	failed: 'failed',
};

interface EndedRun {
	results: readonly Result[];
	messages: readonly Message[];
	/** How many requests were sent, or would be sent in the case of a preview. */
	requestCount: number;
	sendTo: SendTo;
	recipients: Recipients;
	obstacle: string;
}

/** What to do if nothing is sent because of some items. */
export const WAYS_OUT =
	'Correct what is wrong, or set Settings > On Error to Continue, which sends to all others.';

/** The hint of a run that has come to its end: "3 accepted, 1 failed, in 4 requests." */
export function summaryOf(run: EndedRun): string {
	const { results, messages, requestCount, sendTo, recipients, obstacle } = run;
	const statuses = results.map(({ status }) => status);
	const counts = Object.entries(WORDS).map(([status, words]) => {
		const { length } = statuses.filter((other) => other === status);
		return length > 0 ? `${length} ${words}` : '';
	});
	const inRequests = requestCount > 0 ? `in ${counted(requestCount, 'request')}` : '';
	const numbers = `${joinedTexts([...counts, inRequests], ', ')}.`;
	switch (recipients) {
		case 'nobody':
			return joinedTexts([
				obstacle === '' ? numbers : obstacle,
				'This is a preview: nothing was sent.',
				sendTo === 'published' && obstacle === '' ? HOW_TO_SEND : '',
			]);
		case 'testPhone':
			return joinedTexts([
				numbers,
				statuses.includes('accepted') ? 'Nobody but the test phone received anything.' : '',
				requestCount === 0 ? 'Nothing was sent.' : '',
			]);
		case 'everyone': {
			const accepted = messages.filter(({ itemIndex }) => statuses[itemIndex] === 'accepted');
			return joinedTexts([
				numbers,
				requestCount === 0 ? 'Nothing was sent.' : '',
				repeatHint(new Set(accepted.map(({ sendOnce }) => sendOnce))),
			]);
		}
	}
}

/** What was sent, for the error of a run that has ended early: "Of 20 notifications, 4 were confirmed." */
export function progressOf({ requests, results }: Pick<Run, 'requests' | 'results'>): string {
	let all = 0;
	let confirmed = 0;
	let inDoubt = 0;
	for (const { messages } of requests) {
		all += messages.length;
		for (const { itemIndex } of messages) {
			const result = results[itemIndex];
			if (result?.status === 'accepted' || result?.status === 'alreadySent') confirmed += 1;
			if (result?.status === 'failed' && result.mayHaveBeenSent) inDoubt += 1;
		}
	}
	if (confirmed + inDoubt === 0) return 'Nothing was sent.';
	const doubt = inDoubt > 0 ? `; up to ${inDoubt} more may have been sent` : '';
	return `Of ${all} notifications, ${confirmed} were confirmed${doubt}.`;
}
