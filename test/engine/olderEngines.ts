import type { WorkflowExecute } from 'n8n-core';
import type { Workflow } from 'n8n-workflow';

/* Where older versions of n8n's engine differ. The types are those of the newest version. */

type RunOptions = Parameters<WorkflowExecute['run']>[0];
type Running = ReturnType<WorkflowExecute['run']>;
type RunOneByOne = (
	workflow: Workflow,
	startNode: RunOptions['startNode'],
	destinationNode: undefined,
	pinData: RunOptions['pinData'],
) => Running;

/** n8n 1.x and 2.0 take several arguments to run a workflow; from 2.11 on, it is one object. */
export function runIn(execute: WorkflowExecute, options: RunOptions): Running {
	if (execute.run.length <= 1) return execute.run(options);
	const { workflow, startNode, pinData } = options;
	const runOneByOne = execute.run as unknown as RunOneByOne;
	return runOneByOne.call(execute, workflow, startNode, undefined, pinData);
}

// n8n 1.x looks for idle ssh connections with an interval, which would keep a process alive that has finished.
if (process.env.ENGINE !== undefined) {
	const { setInterval } = globalThis;
	const unreferenced = (...args: Parameters<typeof setInterval>) => setInterval(...args).unref();
	globalThis.setInterval = unreferenced as typeof setInterval;
}

/** n8n before 2.20 evaluates expressions without an isolate. @returns a function that gives the isolate back */
export async function acquireIsolate({ expression }: Workflow): Promise<() => Promise<unknown>> {
	const maybe: Partial<typeof expression> = expression;
	await maybe.acquireIsolate?.call(expression);
	return async () => await maybe.releaseIsolate?.call(expression);
}

/** n8n 2.0 to 2.30 keeps the first part of a stream that breaks off, as a file that the node cannot delete. */
export const keepsHalfFiles = /^2\.([0-9]|[12][0-9]|30)\./.test(process.env.ENGINE ?? '');
