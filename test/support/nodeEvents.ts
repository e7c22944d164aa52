import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/**
 * The same node, which calls `onEvent` whenever one of its calls to n8n that take time has begun, and when it has ended.
 * A test that stops the node at each event in turn has stopped it during and after each of these calls.
 */
export function withEvents(node: INodeType, onEvent: () => void): INodeType {
	const execute = node.execute as (this: IExecuteFunctions) => Promise<never>;
	return {
		...node,
		description: node.description,
		async execute() {
			return await execute.call(withWatchedCalls(this, onEvent));
		},
	};
}

/** @param target n8n's context, or its helpers */
function withWatchedCalls<T extends object>(target: T, onEvent: () => void): T {
	const proxy: T = new Proxy(target, {
		get(_, name) {
			const value: unknown = Reflect.get(target, name, target);
			if (name === 'helpers') return withWatchedCalls(value as object, onEvent);
			if (typeof value !== 'function') return value;
			return function (this: unknown, ...args: unknown[]): unknown {
				// The method itself gets the original, so that only calls which the node makes are reported.
				const receiver = this === proxy ? target : this;
				const result: unknown = Reflect.apply(value, receiver, args);
				if (!(result instanceof Promise)) return result;
				onEvent();
				return result.finally(onEvent);
			};
		},
	});
	return proxy;
}
