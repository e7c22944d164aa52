import type { IExecuteFunctions } from 'n8n-workflow';
import { eventLoopYielder } from './abort';
import { Hints } from './hints';
import { isToolCall } from './nodeErrors';
import { ParamReader } from './params/paramReader';

/** What the input items of one execution of a node share. */
export interface Execution {
	n8n: IExecuteFunctions;
	/** Ends every wait. */
	signal: AbortSignal;
	/** To be awaited in each loop over items or rows, so that n8n can respond, and notices Stop. */
	yieldToEventLoop(): Promise<void> | undefined;
	/**
	 * Whether an item that fails leaves the others alone: with Continue, and in every call by an AI
	 * agent, because the models of some agents are told nothing of an error that is thrown.
	 */
	isContinuing: boolean;
	/** A call by an AI agent: the output goes into a model's context. */
	isToolCall: boolean;
	hints: Hints;
	parameters: ParamReader;
	/** Writes a step to n8n's log, and in a manual run to the browser's console as well. */
	log(text: string): void;
}

/** What became of an item: its result, or the error that ended it. */
export type Outcome<T> = { value: T } | { error: unknown };

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
			// n8n itself does nothing here unless a user in the editor started the run.
			n8n.sendMessageToUI(text);
		},
	};
}
