import type { INodeExecutionData } from 'n8n-workflow';

export interface Summary {
	items: Iterable<INodeExecutionData>;
	requests: number;
	/** What Send Once means for who was sent the same before. */
	sendOnce: string;
}

/** In the order in which they are told. */
const WORDS: ReadonlyArray<readonly [status: string, words: string]> = [
	['accepted', 'accepted'],
	['alreadySent', 'already sent before'],
	['skipped', 'skipped'],
	['failed', 'failed'],
];

/** One sentence or two on a whole run, for a hint. */
export function summaryOf({ items, requests, sendOnce }: Summary): string {
	const counts = new Map<string, number>();
	let unknown = 0;
	let tests = 0;
	for (const { json } of items) {
		const { details = json } = json as { details?: INodeExecutionData['json'] };
		const status = details.status as string;
		counts.set(status, (counts.get(status) ?? 0) + 1);
		if (details.test === true) tests += 1;
		if (details.mayHaveBeenSent === true) unknown += 1;
	}
	if (counts.has('dryRun')) {
		return `Dry run: nothing was sent. ${counted(counts.get('dryRun') ?? 0, 'notification')} would have been.`;
	}
	const parts = WORDS.filter(([status]) => counts.has(status)).map(
		([status, words]) => `${counts.get(status)} ${words}`,
	);
	return [
		`Notifications: ${parts.join(', ')}, in ${counted(requests, 'request')}.`,
		unknown > 0 ? `${unknown} of those that failed may have been sent.` : '',
		tests > 0
			? `This was a test: ${tests} went to the test phone, and nobody else got anything.`
			: '',
		counts.has('accepted') && tests === 0 ? sendOnce : '',
	]
		.filter(Boolean)
		.join(' ');
}

function counted(count: number, noun: string): string {
	return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
