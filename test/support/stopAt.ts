import type { IExecuteFunctions, INodeType } from 'n8n-workflow';

/**
 * The same node, which reports an event whenever a call to n8n that takes time begins, and when it has ended. A test that
 * stops the node at each event in turn has stopped it at every point at which it can be interrupted.
 */
export function withEvents(node: INodeType, onEvent: () => void): INodeType {
	const execute = node.execute as (this: IExecuteFunctions) => Promise<never>;
	return {
		...node,
		description: node.description,
		async execute() {
			return await execute.call(watched(this, onEvent));
		},
	};
}

/** n8n's context, or its helpers, with events for the calls that return a promise. */
function watched<T extends object>(target: T, onEvent: () => void): T {
	const proxy: T = new Proxy(target, {
		get(_, name) {
			const value: unknown = Reflect.get(target, name, target);
			if (name === 'helpers') return watched(value as object, onEvent);
			if (typeof value !== 'function') return value;
			return function (this: unknown, ...args: unknown[]): unknown {
				const result: unknown = Reflect.apply(value, this === proxy ? target : this, args);
				if (!(result instanceof Promise)) return result;
				onEvent();
				return result.finally(onEvent);
			};
		},
	});
	return proxy;
}
