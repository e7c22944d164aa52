import type { INodeExecutionData } from 'n8n-workflow';
import { isFields } from '../../shared/field';
import { joinedTexts } from '../../shared/shownText';
import type { SendTo } from './fields/message';
import type { Result } from './outputItems';

const WORDS = {
	accepted: 'accepted',
	alreadySent: 'already sent',
	preview: 'would be sent',
	skipped: 'skipped',
	failed: 'failed',
};

/** Counts the finished output items by status: "3 accepted, 1 failed, in 1 request." */
export function summaryOf(
	outputs: INodeExecutionData[],
	{ requests, sendTo }: { requests: number; sendTo: SendTo },
): string {
	const counts = new Map<unknown, number>();
	let hasNonce = false;
	for (const { json } of outputs) {
		// An item of the error output has them in its details.
		const { status, nonce } = isFields(json.details) && !json.status ? json.details : json;
		counts.set(status, (counts.get(status) ?? 0) + 1);
		hasNonce ||= status === 'accepted' && nonce !== '';
	}
	const parts = Object.entries(WORDS).flatMap(([status, words]) => {
		const count = counts.get(status);
		return count ? [`${count} ${words}`] : [];
	});
	if (requests > 0) parts.push(`in ${requests} request${requests === 1 ? '' : 's'}`);
	return joinedTexts([
		`${parts.join(', ')}.`,
		sendTo === 'nobody' ? 'This is a preview: nothing was sent.' : '',
		sendTo === 'everyone' && requests === 0 ? 'Nothing was sent.' : '',
		sendTo === 'testPhone' ? 'Nobody but the test phone received anything.' : '',
		hasNonce && sendTo === 'everyone' ? SILENT : '',
	]);
}

const SILENT = 'The service does not say when it skips a notification that it has already sent.';

/**
 * For the error of a run that ends early: "Of 20 notifications, 4 were confirmed."
 * @param open how many are in a request that was sent, and have no result yet
 */
export function progressOf(results: Array<Result | undefined>, open: number): string {
	const count = (is: (result: Result) => boolean) =>
		results.filter((result) => result !== undefined && is(result)).length;
	const confirmed = count(({ status }) => status === 'accepted' || status === 'alreadySent');
	const inDoubt = open + count((result) => result.status === 'failed' && result.mayHaveBeenSent);
	if (confirmed + inDoubt === 0) return 'Nothing was sent.';
	const more = inDoubt > 0 ? `; up to ${inDoubt} more may have been sent` : '';
	return `Of ${results.length} notifications, ${confirmed} were confirmed${more}.`;
}
