import type { NodeExecutionHint } from 'n8n-workflow';
import { hintOf } from '../shared/context';
import { asError } from '../shared/errors';
import { joinedTexts, sentence } from '../shared/text';
import { HOW_TO_SEND, sendTo } from './fields/sendTo';
import { nothingSent } from './otherRuns';
import type { Result } from './message/message';
import type { Run, Setup } from './setup';

const WORDS: Record<Result['status'], string> = {
	accepted: 'accepted',
	preview: 'would be sent',
	skipped: 'skipped',
	failed: 'failed',
};

/** "Accepted" does not mean "sent": the service also accepts a notification that it does not send again. */
const ALREADY_SENT =
	'A message that was already sent (see Send Once) is accepted as well, but not sent again.';

const IS_PREVIEW = 'This is a preview: nothing was sent.';

/**
 * The hints above the output of a run. The last one sums up what became of all items.
 * @param setup undefined if it could not be read, so that nothing was sent
 */
export function hintsOf(run: Run, setup: Setup | undefined): NodeExecutionHint[] {
	const { hints, results, obstacle } = run;
	const warning = obstacle !== '' || results.some(({ status }) => status === 'failed');
	return [...hints.all(results.length), hintOf(summaryOf(run, setup), warning)];
}

/** "3 accepted, 1 failed. Item 2 failed: …" */
function summaryOf(run: Run, setup: Setup | undefined): string {
	const { results, obstacle, fields } = run;
	const recipients = setup?.recipients ?? 'everyone';
	const numbers = joinedTexts([countByStatus(run), firstErrorOf(results)]);
	if (recipients === 'nobody') {
		const isSentLater = obstacle === '' && fields.read(sendTo, 0) === 'published';
		return joinedTexts([numbers, obstacle, IS_PREVIEW, isSentLater ? HOW_TO_SEND : '']);
	}
	const { confirmed, mayHaveBeenSent } = countSent(run);
	if (confirmed + mayHaveBeenSent === 0) return `${numbers} ${nothingSent(run)}`;
	if (recipients === 'testPhone') return `${numbers} Nobody but the test phone received anything.`;
	const mayBeRepeats = run.toSend.some(
		({ itemIndex, user }) => results[itemIndex]?.status === 'accepted' && user.nonce !== '',
	);
	return mayBeRepeats ? `${numbers} ${ALREADY_SENT}` : numbers;
}

/** "3 accepted, 1 failed." Of a run that would send nothing, it does not say that messages would be sent. */
function countByStatus({ results, obstacle }: Run): string {
	const shown = results.filter(({ status }) => obstacle === '' || status !== 'preview');
	const counts = Object.entries(WORDS).map(([status, words]) => {
		const { length } = shown.filter((result) => result.status === status);
		return length > 0 ? `${length} ${words}` : '';
	});
	return sentence(joinedTexts(counts, ', '));
}

/** With Continue, and in a preview, nothing else says what went wrong. */
function firstErrorOf(results: Result[]): string {
	const itemIndex = results.findIndex(({ status }) => status === 'failed');
	const first = results[itemIndex];
	if (first?.status !== 'failed') return '';
	return `Item ${itemIndex} failed: ${sentence(asError(first.error).message)}`;
}

/** What was sent, for the error of a run that has ended early: "Of 20 notifications, 4 were confirmed." */
export function progressOf(run: Run): string {
	const { confirmed, mayHaveBeenSent, isSentAgain } = countSent(run);
	if (confirmed + mayHaveBeenSent === 0) return nothingSent(run);
	const doubt = mayHaveBeenSent > 0 ? `; up to ${mayHaveBeenSent} more may have been sent` : '';
	const progress = `Of ${run.toSend.length} notifications, ${confirmed} were confirmed${doubt}.`;
	return isSentAgain
		? `${progress} Another run, such as a Retry, would send them again.`
		: progress;
}

interface Sent {
	/** How many notifications the service has confirmed. */
	confirmed: number;
	/** Of how many nobody knows whether they were sent. */
	mayHaveBeenSent: number;
	/** Whether another run would send some of them again, as with Every Time. */
	isSentAgain: boolean;
}

function countSent({ toSend, results }: Run): Sent {
	const sent: Sent = { confirmed: 0, mayHaveBeenSent: 0, isSentAgain: false };
	for (const { itemIndex, isKnownAgain } of toSend) {
		const result = results[itemIndex];
		const isInDoubt = result?.status === 'failed' && result.mayHaveBeenSent;
		if (result?.status === 'accepted') sent.confirmed += 1;
		else if (isInDoubt) sent.mayHaveBeenSent += 1;
		else continue;
		sent.isSentAgain ||= !isKnownAgain;
	}
	return sent;
}
