import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError, ServiceError } from '../../../nodes/shared/errors';
import { badItemsError, failedItem, toNodeError } from '../../../nodes/shared/nodeErrors';

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
			cause: new InputError('No', 'Why.'),
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

/* What becomes of it with each setting of On Error is tested in contract/continueOnFail.test.ts. */
it('an item that failed has its error in its json, and of which kind it is', () => {
	const item = failedItem(toNodeError(node, refused, 4), { node, itemIndex: 4 });
	const json = { error: 'No', description: 'Why.', kind: 'refused' };
	expect(item).toEqual({ json, pairedItem: { item: 4 } });
});

/* One of a single item is tested in Notifications/readItems.test.ts, that of all items in contract/continueOnFail.test.ts. */
describe('the error of items that failed their checks', () => {
	it('names up to ten of them, and the problem of the first one', () => {
		const error = new InputError('It is empty', 'Enter it.');
		const bad = new Map(Array.from({ length: 25 }, (_, index) => [index, error]));
		expect(badItemsError(node, bad, 30)).toMatchObject({
			message:
				'25 of 30 items cannot be used: items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 15 more. Item 0: It is empty',
			description: 'Enter it.',
			context: { itemIndex: 0 },
		});
	});

	it('names the items if all of them fail, but with different messages', () => {
		const errors = ['It is empty', 'It is too long'].map((text) => new InputError(text));
		expect(badItemsError(node, new Map(errors.entries()), 2).message).toBe(
			'2 of 2 items cannot be used: items 0 and 1. Item 0: It is empty',
		);
	});
});
