import type { INodeExecutionData } from 'n8n-workflow';
import { isFields } from '../../shared/field';
import { joinedTexts } from '../../shared/shownText';
import type { SendTo } from './fields/message';

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
