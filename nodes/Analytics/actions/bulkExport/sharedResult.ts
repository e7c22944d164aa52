import { deepCopy, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import type { OutputSettings } from '../fields/output';
import type { ItemContext } from '../itemContext';

const SAME_RESULT =
	'Got the result of the same job as an item before it, because the request is the same. If one result is enough, use Settings > Execute Once.';

/**
 * The output of a bulk export that input items with equal fields share: it is fetched once, and each
 * of them gets its own items. A file is stored once; n8n deletes it together with the execution.
 *
 * @param key all fields that the result depends on
 */
export async function sharedResult(
	item: ItemContext,
	key: unknown,
	fetch: (item: ItemContext) => Promise<INodeExecutionData[]>,
): Promise<INodeExecutionData[]> {
	const { result, isFirst } = await item.shared.results.of(
		key,
		item.signal,
		async (signal) => await fetch(item.withSignal(signal)),
	);
	if (isFirst) return result;
	item.hint(SAME_RESULT);
	return copiesFor(item, result);
}

/**
 * When the rows of an input item go to a sub-workflow; items with equal keys have one turn, since what
 * is theirs is done once. Must be asked for before any item begins.
 */
export function turnOf(item: ItemContext, { subWorkflow }: OutputSettings, key: unknown) {
	return subWorkflow && item.shared.turns.join(key);
}

/** Nodes that follow may change what they get, so no object is in two items. */
function copiesFor({ itemIndex }: ItemContext, items: INodeExecutionData[]): INodeExecutionData[] {
	const pairedItem = { item: itemIndex };
	return items.map(({ json, binary }) => ({
		json: copyOf(json),
		...(binary ? { binary: deepCopy(binary) } : {}),
		pairedItem,
	}));
}

/** Rows are flat, and copied fast; lists in them are copied as well. */
function copyOf(json: IDataObject): IDataObject {
	const copy = { ...json };
	for (const name of Object.keys(copy)) {
		const value = copy[name];
		if (typeof value === 'object' && value !== null) copy[name] = deepCopy(value);
	}
	return copy;
}
