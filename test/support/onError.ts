import type { OnError } from 'n8n-workflow';

/** All settings of On Error. With the last one, which is n8n's default, the first error ends the execution. */
export const ON_ERROR = [
	'continueRegularOutput',
	'continueErrorOutput',
	'stopWorkflow',
] as const satisfies OnError[];

/** Those with which the execution continues: an item that fails becomes an output item with its error. */
export const CONTINUES_ON_ERROR = ['continueRegularOutput', 'continueErrorOutput'] as const;

/** For a run in which an item that fails has its error in the regular output, among the items of the others. */
export const CONTINUE = { onError: 'continueRegularOutput' } as const;
