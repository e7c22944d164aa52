import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError, LocalError, ServiceError } from '../../../nodes/shared/errors';
import {
	badItemsError,
	canceledError,
	failedItem,
	toNodeError,
} from '../../../nodes/shared/nodeErrors';

const node = { name: 'Node', type: 'test.node' } as INode;
const refused = new ServiceError('refused', 'No', 'Why.', { status: 429 });

describe('the error that n8n shows', () => {
	it.each([
		{
			what: 'a failure of the service has its status and its kind',
			cause: refused,
			type: NodeApiError,
			more: { httpCode: '429', context: { itemIndex: 3, data: { kind: 'refused' } } },
		},
		{
			what: 'a failure on this side has its words',
			cause: new LocalError('No', 'Why.'),
			type: NodeOperationError,
			more: { context: { itemIndex: 3 } },
		},
	])('of $what', ({ cause, type, more }) => {
		const error = toNodeError(node, cause, 3);
		expect(error).toBeInstanceOf(type);
		const words = { message: 'No', description: 'Why.', level: 'warning' };
		expect(error).toMatchObject({ ...words, ...more });
	});

	it('of what nobody expected has its message, and names no item if none is at fault', () => {
		const { message, context } = toNodeError(node, new TypeError('a bug'), undefined);
		expect(message).toBe('a bug');
		expect(context.itemIndex).toBeUndefined();
	});

	it('of n8n is the same, with the item if it names none', () => {
		const own = new NodeOperationError(node, 'own');
		expect(toNodeError(node, own, 2)).toBe(own);
		expect(toNodeError(node, own, 5).context.itemIndex).toBe(2);
	});
});

it('the error of a stopped execution has the word by which n8n knows it, what was done, and what to do', () => {
	const message = 'The execution was canceled';
	const description = 'Run it again.';
	expect(canceledError(node, { description })).toMatchObject({ message, description });
	const { message: withProgress } = canceledError(node, { progress: '4 of 20 were confirmed.' });
	expect(withProgress).toBe('The execution was canceled. 4 of 20 were confirmed.');
});

describe('an item that failed', () => {
	const json = { error: 'No', description: 'Why.', kind: 'refused' };

	it.each([
		{ onError: 'continueRegularOutput', error: undefined },
		// By an error that copies leave out, n8n knows that it goes to the error output.
		{ onError: 'continueErrorOutput', error: expect.any(NodeApiError) as NodeApiError },
	] as const)('has its error in its json with $onError', ({ onError, error }) => {
		const item = failedItem(refused, { node: { ...node, onError }, itemIndex: 4 });
		expect({ ...item }).toEqual({ json, pairedItem: { item: 4 } });
		expect(item.error).toEqual(error);
	});
});

describe('the error of items that failed their checks', () => {
	/** @param bad the indexes of the items, which all have the same error */
	function errorOf(bad: number[], itemCount: number): NodeApiError | NodeOperationError {
		const errors = new Map(bad.map((index) => [index, new InputError('It is empty', 'Enter it.')]));
		return badItemsError(node, errors, itemCount);
	}

	it('names up to ten of them, and the problem of the first one', () => {
		expect(errorOf([...Array(25).keys()], 30)).toMatchObject({
			message:
				'25 of 30 items cannot be used: items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 15 more. Item 0: It is empty',
			description: 'Enter it.',
			context: { itemIndex: 0 },
		});
	});

	it('is that of the item if there is only one', () => {
		const words = { message: 'It is empty', description: 'Enter it.' };
		expect(errorOf([4], 30)).toMatchObject({ ...words, context: { itemIndex: 4 } });
	});

	it('names the items if all of them fail, but with different messages', () => {
		const errors = ['It is empty', 'It is too long'].map((text) => new InputError(text));
		expect(badItemsError(node, new Map(errors.entries()), 2).message).toBe(
			'2 of 2 items cannot be used: items 0 and 1. Item 0: It is empty',
		);
	});

	it('names no item if all items have the same error', () => {
		const error = errorOf([0, 1], 2);
		expect(error).toMatchObject({ message: 'It is empty', description: 'Enter it.' });
		expect(error.context.itemIndex).toBeUndefined();
	});
});
