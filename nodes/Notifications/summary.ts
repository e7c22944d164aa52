import { asError } from '../shared/errors';
import { counted, joinedTexts, sentence } from '../shared/text';
import { repeatHint } from './fields/sendOnce';
import { HOW_TO_SEND } from './fields/sendTo';
import type { Result } from './message/result';
import type { Run, Setup } from './setup';

const WORDS: Record<Result['status'], string> = {
	accepted: 'accepted',
	preview: 'would be sent',
	skipped: 'skipped',
	failed: 'failed',
};

/** What to do if nothing is sent because of some items. */
export const WAYS_OUT =
	'Correct what is wrong, or set Settings > On Error to Continue, which sends to all others.';

const IS_PREVIEW = 'This is a preview: nothing was sent.';

/**
 * What a run says that has come to its end: "3 accepted, 1 failed, in 4 requests."
 * @param setup undefined if it could not be read, so that nothing was sent
 */
export function summaryOf(run: Run, setup: Setup | undefined): string {
	const { results, toSend, sentCount, obstacle } = run;
	const recipients = setup?.recipients ?? 'everyone';
	const requestCount = recipients === 'nobody' ? toSend.length : sentCount;
	const statuses = results.map(({ status }) => status);
	const counts = Object.entries(WORDS).map(([status, words]) => {
		const { length } = statuses.filter((other) => other === status);
		return length > 0 ? `${length} ${words}` : '';
	});
	const inRequests = requestCount > 0 ? `in ${counted(requestCount, 'request')}` : '';
	const numbers = `${joinedTexts([...counts, inRequests], ', ')}.${firstErrorOf(results)}`;
	if (obstacle !== '') return `${obstacle} ${IS_PREVIEW}`;
	if (recipients === 'nobody') {
		return joinedTexts([numbers, IS_PREVIEW, setup?.sendTo === 'published' ? HOW_TO_SEND : '']);
	}
	if (requestCount === 0) return `${numbers} Nothing was sent.`;
	const accepted = toSend.filter(({ itemIndex }) => statuses[itemIndex] === 'accepted');
	if (recipients === 'everyone') {
		const repeats = repeatHint(new Set(accepted.map(({ sendOnce }) => sendOnce)));
		return joinedTexts([numbers, repeats]);
	}
	return accepted.length > 0 ? `${numbers} Nobody but the test phone received anything.` : numbers;
}

/** With Continue, nothing else says what went wrong. */
function firstErrorOf(results: Result[]): string {
	const itemIndex = results.findIndex(({ status }) => status === 'failed');
	const first = results[itemIndex];
	if (first?.status !== 'failed') return '';
	return ` Item ${itemIndex} failed: ${sentence(asError(first.error).message)}`;
}

/** What was sent, for the error of a run that has ended early: "Of 20 notifications, 4 were confirmed." */
export function progressOf({ toSend, results }: Pick<Run, 'toSend' | 'results'>): string {
	let confirmed = 0;
	let inDoubt = 0;
	for (const { itemIndex } of toSend) {
		const result = results[itemIndex];
		if (result?.status === 'accepted') confirmed += 1;
		if (result?.status === 'failed' && result.mayHaveBeenSent) inDoubt += 1;
	}
	if (confirmed + inDoubt === 0) return 'Nothing was sent.';
	const doubt = inDoubt > 0 ? `; up to ${inDoubt} more may have been sent` : '';
	return `Of ${toSend.length} notifications, ${confirmed} were confirmed${doubt}.`;
}
