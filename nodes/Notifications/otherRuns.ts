import { randomUUID } from 'node:crypto';
import type { ContextType, IDataObject, WorkflowExecuteMode } from 'n8n-workflow';
import type { Execution } from '../shared/context';
import { InputError } from '../shared/errors';
import { joinedTexts } from '../shared/text';
import { sendOnce } from './fields/sendOnce';
import type { Recipients } from './fields/sendTo';
import type { Message } from './message/message';
import { ownerOf } from './message/nonce';
import type { Run, Setup } from './setup';

/*
 * What the runs of the node in one execution share, as n8n runs a node in a loop many times. Nonces are also shared by all
 * Send nodes of the workflow.
 */

/** By what a run differs from the other runs of the node in its execution. In a Retry, the run that failed has the same key. */
export function keyOfRun({ n8n, isToolCall }: Execution): string {
	// An AI agent may call its tool several times within what n8n counts as one run.
	return isToolCall ? randomUUID() : String(n8n.getWorkflowDataProxy(0).$runIndex);
}

/** What n8n stores with the execution for a node or the whole workflow, so that it outlasts a Wait. */
function contextOf({ n8n }: Execution, ofWhat: ContextType): IDataObject {
	// A call by one of n8n's own agents belongs to no execution: there is nothing to count in, and no other run.
	return n8n.getExecutionId() === undefined ? {} : n8n.getContext(ofWhat);
}

/** How many messages each run has had, by its key. */
function countsOf(run: Run): Record<string, number> {
	const context = contextOf(run, 'node');
	context['messagesOfRuns'] ??= {};
	return context['messagesOfRuns'] as Record<string, number>;
}

/** Who got which template from whom with each nonce of the author, in all Send nodes of the workflow. A preview uses up none. */
function ownersOfNonces(execution: Execution, recipients: Recipients): Record<string, string> {
	const context = contextOf(execution, 'flow');
	const name = recipients === 'nobody' ? 'ownersOfPreviewedNonces' : 'ownersOfNonces';
	context[name] ??= {};
	return context[name] as Record<string, string>;
}

/** Remembers the nonce of a message that was sent, or may have been, or that a preview shows. */
export function keepNonce(run: Run, message: Message, recipients: Recipients): void {
	// The nonces of other choices are made of their owner.
	if (run.fields.read(sendOnce, message.itemIndex) !== 'nonce') return;
	ownersOfNonces(run, recipients)[nameOfNonce(message)] = ownerOf(message);
}

/** Who got a message with the nonce of this one earlier in the execution. Undefined if nobody did. */
export function ownerOfNonce(
	execution: Execution,
	message: Message,
	recipients: Recipients,
): string | undefined {
	return ownersOfNonces(execution, recipients)[nameOfNonce(message)];
}

/** No nonce makes it a name that JavaScript gives to each object, such as `constructor`. */
function nameOfNonce({ user }: Message): string {
	return `nonce ${user.nonce}`;
}

/** How many messages the node has had in its other runs of this execution. */
export function countOfOtherRuns(run: Run): number {
	const others = Object.entries(countsOf(run)).filter(([key]) => key !== run.key);
	return others.reduce((sum, [, count]) => sum + count, 0);
}

/** Executions that may go on with what others have sent: the calls of a sub-workflow before, and what is tried again. */
const MODES_AFTER_OTHERS: WorkflowExecuteMode[] = ['integrated', 'retry'];

/** That a run has sent nothing. Those before may have, as in a loop. */
export function nothingSent(run: Run): string {
	const isAfterOthers = MODES_AFTER_OTHERS.includes(run.n8n.getMode()) || countOfOtherRuns(run) > 0;
	return isAfterOthers ? 'Nothing more was sent.' : 'Nothing was sent.';
}

/**
 * Counts the messages of this run, and compares those of all runs with Max per Run. A preview only warns.
 * @throws InputError in a run that sends
 */
export function countRun(run: Run, { maxPerRun, recipients }: Setup): void {
	const { length: count } = run.toSend;
	countsOf(run)[run.key] = count;
	const ofOthers = countOfOtherRuns(run);
	const all = ofOthers + count;
	if (all <= maxPerRun) return;
	const isOnlyRun = ofOthers === 0;
	const withOthers = isOnlyRun ? '' : `, with ${ofOthers} of earlier runs of this node`;
	const message = `There are ${all} notifications to send${withOthers}, and at most ${maxPerRun} may be sent in one execution`;
	const raised = isOnlyRun ? all : 'the number of all its runs';
	const advice = `To send this many, raise Options > Max per Run to ${raised}.`;
	if (recipients === 'nobody') {
		const nothing = isOnlyRun ? 'Nothing' : 'Nothing more';
		run.obstacle = joinedTexts([run.obstacle, `${nothing} would be sent: ${message}. ${advice}`]);
		return;
	}
	throw new InputError(message, `${nothingSent(run)} ${advice}`);
}

/** A message that was surely not sent may be sent again in a later run, and does not count twice. */
export function countLess(run: Run): void {
	countsOf(run)[run.key]! -= 1;
}
