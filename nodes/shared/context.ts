import type { IExecuteFunctions } from 'n8n-workflow';
import { eventLoopYielder } from './abort';
import { Hints } from './hints';
import { isToolCall } from './nodeErrors';
import { ParamReader } from './params/paramReader';

export type Execution = ReturnType<typeof executionOf>;

/** What the input items of one execution of a node share. @param signal ends every wait */
export function executionOf(n8n: IExecuteFunctions, signal: AbortSignal, isContinuing: boolean) {
	const isTool = isToolCall(n8n.getNode());
	return {
		n8n,
		signal,
		/** To be awaited in each loop over items or rows, so that n8n can answer, and Stop is heard. */
		yieldToEventLoop: eventLoopYielder(signal),
		/** An item that fails takes no other with it. A model learns of a failure only by the output. */
		isContinuing: isContinuing || isTool,
		/** A call by an AI agent: the output goes into a model's context. */
		isToolCall: isTool,
		hints: new Hints(),
		parameters: new ParamReader(n8n),
	};
}
