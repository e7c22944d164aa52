import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError, LocalError, ServiceError } from '../../../nodes/shared/errors';
import { badItemsError, failedItem, toNodeError } from '../../../nodes/shared/nodeErrors';

const node: INode = {
	id: '1',
	name: 'Node',
	type: 'test.node',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};
const refused = new ServiceError({
	kind: 'refused',
	message: 'No',
	description: 'Why.',
	status: 429,
	jobId: 'j',
});

describe('toNodeError', () => {
	it('makes a NodeApiError of what the service said', () => {
		const error = toNodeError(node, refused, 3);
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toMatchObject({
			message: 'No',
			description: 'Why.',
			httpCode: '429',
			level: 'warning',
			context: { itemIndex: 3, data: { kind: 'refused', jobId: 'j' } },
		});
	});

	it.each([
		['the user can fix', new InputError('Bad field', 'Enter it.'), 'Enter it.', undefined],
		['n8n failed with', new LocalError('Full', 'Why.', { row: 7 }), 'Why.', { row: 7 }],
		['nobody expected', new TypeError('a bug'), undefined, undefined],
	])('makes a NodeOperationError of what %s', (_, cause, description, data) => {
		const error = toNodeError(node, cause, 0);
		expect(error).toBeInstanceOf(NodeOperationError);
		expect(error.message).toBe(cause.message);
		expect(error.description ?? undefined).toBe(description);
		expect(error.context).toMatchObject({ itemIndex: 0, ...(data ? { data } : {}) });
	});

	it('names no item where none is at fault', () => {
		const { context } = toNodeError(node, new InputError('API Token is empty'), undefined);
		expect(context.itemIndex).toBeUndefined();
	});

	it('leaves an error of n8n as it is, and adds the item where it has none', () => {
		const own = new NodeOperationError(node, 'own');
		expect(toNodeError(node, own, 2)).toBe(own);
		expect(toNodeError(node, own, 5).context.itemIndex).toBe(2);
	});
});

describe('an item that failed', () => {
	const json = { user: 1 };
	const fields = { description: 'Why.', kind: 'refused', jobId: 'j', user: 1 };

	it('stands in the regular output with all that is known side by side', () => {
		const regular = { ...node, onError: 'continueRegularOutput' as const };
		const item = failedItem(refused, { node: regular, itemIndex: 4, json });
		expect(item).toEqual({ json: { error: 'No', ...fields }, pairedItem: { item: 4 } });
		expect(item.error).toBeUndefined();
	});

	it('goes to the error output by an error that copies leave out', () => {
		const toError = { ...node, onError: 'continueErrorOutput' as const };
		const item = failedItem(refused, { node: toError, itemIndex: 4, json });
		expect(item).toEqual({ json: { error: 'No', details: fields }, pairedItem: { item: 4 } });
		expect(item.error).toBeInstanceOf(NodeApiError);
		expect({ ...item }.error).toBeUndefined();
	});
});

describe('items that failed their checks', () => {
	const empty = () => new InputError('Phone is empty', 'Enter a number.');
	const bad = (...items: number[]) => items.map((itemIndex) => ({ itemIndex, error: empty() }));

	it('are all named, and what is wrong with the first', () => {
		expect(badItemsError(bad(2, 4, 7), 10)).toMatchObject({
			itemIndex: 2,
			error: {
				message: '3 of 10 items cannot be used: items 2, 4 and 7. Item 2: Phone is empty',
				description: 'Enter a number. Nothing was sent for any item.',
			},
		});
	});

	it('keep their own error if there is one', () => {
		const [item] = bad(4);
		expect(badItemsError([item!], 10)).toEqual({ error: item?.error, itemIndex: 4 });
		expect(badItemsError([item!], 1)).toEqual({ error: item?.error, itemIndex: 4 });
	});

	it('are no item’s fault where all have the same, such as one of the credential', () => {
		const items = bad(0, 1);
		expect(badItemsError(items, 2)).toEqual({ error: items[0]?.error, itemIndex: undefined });
	});

	it('are listed up to ten', () => {
		const { error } = badItemsError(bad(...Array(25).keys()), 30);
		expect((error as Error).message).toContain(
			'25 of 30 items cannot be used: items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 15 more.',
		);
	});
});

describe('a ServiceError', () => {
	it('names its job once, with what to do', () => {
		const named = refused.withJob('j-7', 'Go on.');
		expect(named).toMatchObject({
			message: 'No (job j-7)',
			description: 'Why. Go on.',
			status: 429,
		});
		expect(named.withJob('j-7', 'Again.').message).toBe('No (job j-7)');
	});

	it('has all of its texts changed', () => {
		const changed = refused.mapTexts((text) => text.toUpperCase());
		expect(changed).toMatchObject({ message: 'NO', description: 'WHY.', jobId: 'j' });
	});
});
