import type { IExecuteFunctions } from 'n8n-workflow';
import { eventLoopYielder } from './abort';
import { Hints } from './hints';
import { isToolCall } from './nodeErrors';
import { ParamReader } from './params/paramReader';

/** What the input items of one execution of a node share. */
export interface Execution {
	n8n: IExecuteFunctions;
	/** Ends every wait when it is aborted. */
	signal: AbortSignal;
	/** Await it in each loop over items or rows, so that n8n can respond to users and notice Stop. */
	yieldToEventLoop(): Promise<void> | undefined;
	/**
	 * Whether the other items go on after one has failed. This is so with On Error > Continue, and in
	 * every call by an AI agent, because some agents do not tell their model about a thrown error.
	 */
	isContinuing: boolean;
	/** Whether an AI agent has called the node as a tool, so that the output goes into a model's context. */
	isToolCall: boolean;
	hints: Hints;
	parameters: ParamReader;
	/** Writes a step to n8n's log, and in a manual run to the browser's console as well. */
	log(text: string): void;
}

/** What became of an item: its result, or the error that ended it. */
export type Outcome<T> = { value: T } | { error: unknown };

/** Turns an error into a value. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
	try {
		return { value: await work() };
	} catch (error) {
		return { error };
	}
}

export function executionOf(
	n8n: IExecuteFunctions,
	signal: AbortSignal,
	isContinuing: boolean,
): Execution {
	const node = n8n.getNode();
	const isTool = isToolCall(node);
	return {
		n8n,
		signal,
		yieldToEventLoop: eventLoopYielder(signal),
		isContinuing: isContinuing || isTool,
		isToolCall: isTool,
		hints: new Hints(),
		parameters: new ParamReader(n8n),
		log(text) {
			n8n.logger.info(`${node.name}: ${text}`, { executionId: n8n.getExecutionId() });
			// n8n ignores this unless a user in the editor started the run.
			n8n.sendMessageToUI(text);
		},
	};
}
