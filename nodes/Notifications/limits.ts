import { InputError } from '../shared/errors';
import type { Execution } from '../shared/context';
import { joinedTexts } from '../shared/text';
import type { Run, Setup } from './setup';

/* Test Phone and Max per Run limit all runs of the node in one execution: in a loop, n8n runs a node many times. */

/**
 * How many messages each run of the node has had in this execution, and the key of this run. n8n stores the counts with
 * the execution, so they outlast a Wait. In a Retry of the execution, the run that failed is counted anew.
 */
function countsOf({ n8n, isToolCall }: Execution): { counts: Record<string, number>; key: string } {
	// A call by one of n8n's own agents belongs to no execution: there is nothing to count in, and no other run.
	const context = n8n.getExecutionId() === undefined ? {} : n8n.getContext('node');
	context['messagesOfRuns'] ??= {};
	const counts = context['messagesOfRuns'] as Record<string, number>;
	// An AI agent may call its tool several times within what n8n counts as one run.
	if (isToolCall) return { counts, key: `call ${Object.keys(counts).length}` };
	return { counts, key: String(n8n.getWorkflowDataProxy(0).$runIndex) };
}

/** How many messages the node has had in its other runs of this execution. */
export function countOfOtherRuns(execution: Execution): number {
	const { counts, key: ofThis } = countsOf(execution);
	const others = Object.entries(counts).filter(([key]) => key !== ofThis);
	return others.reduce((sum, [, count]) => sum + count, 0);
}

/** That a run has sent nothing. In a loop, the runs before may have. */
export function nothingSent(execution: Execution): string {
	return countOfOtherRuns(execution) > 0 ? 'Nothing more was sent.' : 'Nothing was sent.';
}

/**
 * Counts the messages of this run, and compares those of all runs with Max per Run. A preview only warns.
 * @throws InputError in a run that sends
 */
export function countRun(run: Run, { maxPerRun, recipients }: Setup, count: number): void {
	const { counts, key } = countsOf(run);
	counts[key] = count;
	const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
	const earlier = all - count;
	if (all <= maxPerRun) return;
	const ofOthers = earlier > 0 ? `, with ${earlier} of earlier runs of this node` : '';
	const message = `There are ${all} notifications to send${ofOthers}, and at most ${maxPerRun} may be sent in one run`;
	const advice = `To send this many, raise Options > Max per Run to ${all}.`;
	if (recipients === 'nobody') {
		run.obstacle = joinedTexts([run.obstacle, `Nothing would be sent: ${message}. ${advice}`]);
		return;
	}
	throw new InputError(message, `${nothingSent(run)} ${advice}`);
}
