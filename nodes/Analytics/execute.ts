import type { INodeExecutionData } from 'n8n-workflow';
import { readCredentialSettings } from '../shared/credential/settings';
import { asError } from '../shared/errors';
import { badItemsError, failedItem } from '../shared/nodeErrors';
import { type AnalyticsExecution, itemContextOf } from './context';
import type { PassOn, Work } from './operations/operation';
import { operationOf } from './operations/resources';

/* The three steps of the node, each for all input items. Those with equal fields share one call or job. */

export type Outcome<T> = { value: T } | { error: unknown };

/** Takes the next step for an item, unless one before it failed. An error is an outcome, or ends all. */
export type Attempt = <T, Next>(
	outcome: Outcome<T>,
	itemIndex: number,
	step: (value: T) => Promise<Next>,
) => Promise<Outcome<Next>>;

/** Before any call. @throws the reason of Stop; without Continue, an error that names all items with a wrong field */
export async function readAll(
	execution: AnalyticsExecution,
	itemCount: number,
): Promise<Array<Outcome<Work>>> {
	const { n8n, parameters, once, yieldToEventLoop, isContinuing } = execution;
	const begin = async () => {
		const operation = operationOf(parameters);
		const connection = await readCredentialSettings(n8n);
		connection.analyticsBaseUrl();
		return { operation, connection };
	};
	const works: Array<Outcome<Work>> = [];
	const bad = new Map<number, unknown>();
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		await yieldToEventLoop();
		try {
			const { operation, connection } = (await once('begin', begin)).value;
			const item = itemContextOf(execution, connection, itemIndex);
			works.push({ value: await operation.read(item) });
		} catch (error) {
			works.push({ error });
			bad.set(itemIndex, error);
		}
	}
	if (bad.size > 0 && !isContinuing) throw badItemsError(n8n.getNode(), bad, itemCount);
	return works;
}

type Fetched = { key: object; passOn: PassOn };

/** All items at once: their jobs are started first and polled together. */
export async function fetchAll(
	{ yieldToEventLoop, once }: AnalyticsExecution,
	works: Array<Outcome<Work>>,
	attempt: Attempt,
): Promise<Array<Outcome<Fetched>>> {
	const fetches: Array<Promise<Outcome<Fetched>>> = [];
	try {
		for (const [itemIndex, work] of works.entries()) {
			await yieldToEventLoop();
			const fetched = attempt(work, itemIndex, async ({ key, fetch }) => {
				const { value: passOn } = await once({ fetch: key }, fetch);
				return { key, passOn };
			});
			fetches.push(fetched);
		}
		return await Promise.all(fetches);
	} catch (error) {
		// Also where one fails before all are started: its error ends the pause above.
		await Promise.allSettled(fetches);
		throw asError(error);
	}
}

const SAME_REQUEST =
	'Reused the result of an earlier item with the same request. If one result is enough, use Settings > Execute Once.';

/**
 * One item after the other: so a sub-workflow gets the rows in the order of the input items. @returns what
 * the node returns, the errors of items included
 */
export async function passOnAll(
	{ yieldToEventLoop, hints, once, n8n }: AnalyticsExecution,
	fetched: Array<Outcome<Fetched>>,
	attempt: Attempt,
): Promise<INodeExecutionData[]> {
	const node = n8n.getNode();
	const output: INodeExecutionData[][] = [];
	for (const [itemIndex, outcome] of fetched.entries()) {
		await yieldToEventLoop();
		const passedOn = await attempt(outcome, itemIndex, async ({ key, passOn }) => {
			const { value: items, isFirst } = await once({ passOn: key }, passOn);
			if (isFirst) return items;
			hints.add(SAME_REQUEST, { itemIndex });
			return await copiesFor(itemIndex, items, yieldToEventLoop);
		});
		const isFailed = 'error' in passedOn;
		output.push(isFailed ? [failedItem(passedOn.error, { node, itemIndex })] : passedOn.value);
	}
	return output.flat();
}

/** Nodes that follow may change what they get, so no object is in two items; n8n deletes a shared file. */
async function copiesFor(
	itemIndex: number,
	items: INodeExecutionData[],
	yieldToEventLoop: AnalyticsExecution['yieldToEventLoop'],
): Promise<INodeExecutionData[]> {
	const pairedItem = { item: itemIndex };
	const copies: INodeExecutionData[] = [];
	for (const item of items) {
		await yieldToEventLoop();
		copies.push({ ...structuredClone(item), pairedItem });
	}
	return copies;
}
