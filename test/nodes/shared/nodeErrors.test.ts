import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { InputError, LocalError, ServiceError } from '../../../nodes/shared/errors';
import {
	badItemsError,
	canceledError,
	failedItem,
	isToolCall,
	toNodeError,
} from '../../../nodes/shared/nodeErrors';

const node = { name: 'Node', type: 'test.node' } as INode;
const no = { message: 'No', description: 'Why.' };
const refused = new ServiceError('refused', 'No', 'Why.', { status: 429, jobId: 'j' });
const wrong = new InputError('No', 'Why.');
const local = new LocalError('No', 'Why.', { data: { row: 7 } });
const data = { kind: 'refused', jobId: 'j' };

describe('what n8n shows', () => {
	it.each([
		['the service said', refused, { httpCode: '429', context: { itemIndex: 3, data } }],
		['the user can fix', wrong, { context: { itemIndex: 3 } }],
		['n8n failed with', local, { context: { itemIndex: 3, data: { row: 7 } } }],
	])('of what %s', (_, cause, more) => {
		const error = toNodeError(node, cause, 3);
		const isOfService = cause === refused;
		expect(error).toBeInstanceOf(isOfService ? NodeApiError : NodeOperationError);
		expect(error).toMatchObject({ ...no, level: 'warning', ...more });
	});

	it('of what nobody expected, and names no item where none is at fault', () => {
		const { message, context } = toNodeError(node, new TypeError('a bug'), undefined);
		expect([message, context.itemIndex]).toEqual(['a bug', undefined]);
	});

	it('of an error of n8n: the same, with the item where it has none', () => {
		const own = new NodeOperationError(node, 'own');
		expect(toNodeError(node, own, 2)).toBe(own);
		expect(toNodeError(node, own, 5).context.itemIndex).toBe(2);
	});
});

it('a stopped execution has the word by which n8n knows it, and what was done until then', () => {
	const advice = { description: 'Run it again.' };
	expect(canceledError(node, advice)).toMatchObject({
		message: 'The execution was canceled',
		description: 'Run it again.',
	});
	const { message } = canceledError(node, { progress: '4 of 20 were confirmed.' });
	expect(message).toBe('The execution was canceled. 4 of 20 were confirmed.');
});

it('an item that failed goes to the error output by an error that copies leave out', () => {
	const fields = { description: 'Why.', kind: 'refused', jobId: 'j', user: 1 };
	const itemFor = (onError: INode['onError'] & string) =>
		failedItem(refused, { node: { ...node, onError }, itemIndex: 4, json: { user: 1 } });
	const pairedItem = { item: 4 };
	const regular = itemFor('continueRegularOutput');
	expect({ ...regular }).toEqual({ json: { error: 'No', ...fields }, pairedItem });
	expect(regular.error).toBeUndefined();
	const other = itemFor('continueErrorOutput');
	expect({ ...other }).toEqual({ json: { error: 'No', details: fields }, pairedItem });
	expect(other.error).toBeInstanceOf(NodeApiError);
});

it.each<[Error, error: string, data?: object]>([
	[refused, 'No. Why.', { kind: 'refused', jobId: 'j' }],
	[
		new InputError('Phone is empty', 'Enter it, or set Options > X.'),
		'Phone is empty. Enter it, or set Options > X.',
	],
	[new TypeError('a bug'), 'a bug.'],
])(
	'in a tool call, a model reads the message and the description of %s',
	(cause, error, data = {}) => {
		const tool = { ...node, type: 'test.nodeTool', onError: 'continueErrorOutput' } as const;
		expect([isToolCall(tool), isToolCall(node)]).toEqual([true, false]);
		const item = failedItem(cause, { node: tool, itemIndex: 4, json: { user: 1 } });
		expect(item).toStrictEqual({ json: { error, ...data, user: 1 }, pairedItem: { item: 4 } });
	},
);

/** In 30 items, unless these are all. */
const badError = (items: number[], of = 30) => {
	const bad = items.map((item) => [item, new InputError('It is empty', 'Enter it.')] as const);
	return badItemsError(node, new Map(bad), of);
};

it.each([
	['2, 4 and 7', [2, 4, 7]],
	['0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 15 more', [...Array(25).keys()]],
])('of items that failed their checks, up to ten are named: %s', (named, items) => {
	expect(badError(items)).toMatchObject({
		message: `${items.length} of 30 items cannot be used: items ${named}. Item ${items[0]}: It is empty`,
		description: 'Enter it. Nothing was sent for any item.',
		context: { itemIndex: items[0] },
	});
});

it('an item alone has its own error; what all have alike is no item’s fault', () => {
	const own = { message: 'It is empty', description: 'Enter it.' };
	expect(badError([4])).toMatchObject({ ...own, context: { itemIndex: 4 } });
	expect(badError([0, 1], 2)).toMatchObject(own);
	expect(badError([0, 1], 2).context.itemIndex).toBeUndefined();
});
