import type { INodeExecutionData } from 'n8n-workflow';
import { asError } from '../../shared/errors';
import { operationOf } from './operations';
import { type Fetched, type Item, itemOf, type Run, type Task } from './run';

/*
 * The three steps of the node, each for all input items. Items with equal fields make one call or job,
 * and each of them gets the result.
 */

export type Outcome<T> = { value: T } | { error: unknown };

/** Takes the next step for an item, unless one before it failed. An error is an outcome, or ends the run. */
export type Attempt = <T, Next>(
	outcome: Outcome<T>,
	itemIndex: number,
	step: (value: T) => Promise<Next>,
) => Promise<Outcome<Next>>;

type Prepared = { item: Item; task: Task };
type Ready = Prepared & { fetched: Fetched };

/** Reads the fields of all items before any of them makes a call. @throws the reason of Stop */
export async function prepareAll(run: Run, itemCount: number): Promise<Array<Outcome<Prepared>>> {
	const prepared: Array<Outcome<Prepared>> = [];
	for (let itemIndex = 0; itemIndex < itemCount; itemIndex += 1) {
		await run.breathe();
		try {
			const resource = run.parameter('resource', itemIndex);
			const operation = operationOf(resource, run.parameter('operation', itemIndex));
			const item = itemOf(run, itemIndex);
			prepared.push({ value: { item, task: await operation.prepare(item) } });
		} catch (error) {
			prepared.push({ error });
		}
	}
	return prepared;
}

/** All items at once: their jobs are started first and polled together. */
export async function fetchAll(
	{ breathe }: Run,
	prepared: Array<Outcome<Prepared>>,
	attempt: Attempt,
): Promise<Array<Outcome<Ready>>> {
	const fetches: Array<Promise<Outcome<Ready>>> = [];
	try {
		for (const [itemIndex, outcome] of prepared.entries()) {
			await breathe();
			const fetch = attempt(outcome, itemIndex, fetchFor);
			// A failure is thrown below; until then, it is not unhandled.
			fetch.catch(() => {});
			fetches.push(fetch);
		}
		return await Promise.all(fetches);
	} catch (error) {
		await Promise.allSettled(fetches);
		throw asError(error);
	}
}

async function fetchFor({ item, task }: Prepared): Promise<Ready> {
	const { result } = await item.once({ fetch: task.key }, async () => await task.fetch());
	return { item, task, fetched: result };
}

/** One item after the other: so a sub-workflow gets the rows in the order of the input items. */
export async function passOnAll(
	{ breathe }: Run,
	fetched: Array<Outcome<Ready>>,
	attempt: Attempt,
): Promise<Array<Outcome<INodeExecutionData[]>>> {
	const outcomes: Array<Outcome<INodeExecutionData[]>> = [];
	for (const [itemIndex, outcome] of fetched.entries()) {
		await breathe();
		outcomes.push(await attempt(outcome, itemIndex, passOn));
	}
	return outcomes;
}

const SAME_RESULT =
	'Reused the result of an earlier item with the same request. If one result is enough, use Settings > Execute Once.';

/** n8n deletes a shared file together with the execution. */
async function passOn({ item, task, fetched }: Ready): Promise<INodeExecutionData[]> {
	const { result, isFirst } = await item.once({ passOn: task.key }, async () =>
		Array.isArray(fetched) ? fetched : await fetched.passOn(),
	);
	if (isFirst) return result;
	item.hint(SAME_RESULT);
	return await copiesFor(item, result);
}

/** Nodes that follow may change what they get, so no object is in two items. */
async function copiesFor(
	{ itemIndex, breathe }: Item,
	items: INodeExecutionData[],
): Promise<INodeExecutionData[]> {
	const pairedItem = { item: itemIndex };
	const copies: INodeExecutionData[] = [];
	for (const { json, binary } of items) {
		await breathe();
		copies.push({
			// Rows are flat, and copied fast; only records hold lists and objects.
			json: Object.fromEntries(Object.entries(json).map(([name, value]) => [name, copyOf(value)])),
			...(binary ? { binary: structuredClone(binary) } : {}),
			pairedItem,
		});
	}
	return copies;
}

function copyOf<T>(value: T): T {
	return typeof value === 'object' && value !== null ? structuredClone(value) : value;
}
