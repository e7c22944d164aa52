import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';
import { failedItem } from '../../../nodes/shared/nodeErrors';
import { cancellableSleep } from '../../../nodes/shared/async';
import { inNode, probe, startProbe } from './probe';

/* What the nodes rely on in n8n's engine. A version of n8n that changes it fails here by name. */

const items = [{ json: { id: 1 } }, { json: { id: 2 } }];
const jsonOf = (some: INodeExecutionData[]) => some.map(({ json }) => json);
const pairedTo = (some: INodeExecutionData[]) => some.map(({ pairedItem }) => pairedItem);

describe('an item goes to the error output', () => {
	const outputsOf = async (item: INodeExecutionData) => {
		const { items, errorItems } = await probe(async () => [item], {
			onError: 'continueErrorOutput',
		});
		return { items: items.length, errorItems: errorItems.length };
	};

	it('if it carries an error', async () => {
		const { items, errorItems } = await probe(
			async (context) => {
				const node = context.getNode();
				return [failedItem(new Error('no'), { node, itemIndex: 0, json: { status: 'failed' } })];
			},
			{ onError: 'continueErrorOutput' },
		);
		expect(items).toEqual([]);
		expect(errorItems).toMatchObject([{ json: { details: { status: 'failed' } } }]);
	});

	it('not if it only says success: false', async () => {
		expect(await outputsOf({ json: { success: false } })).toEqual({ items: 1, errorItems: 0 });
	});
});

describe('an error that execute throws', () => {
	const failing = async () => await Promise.reject(new Error('all of it'));

	it('fails the execution by default', async () => {
		const { error, run } = await probe(failing, { items });
		expect(error?.message).toBe('all of it');
		expect(run.status).toBe('error');
	});

	// So the nodes catch it and make an item of it: n8n's own says nothing of the error.
	it('becomes the input items again under Continue', async () => {
		const { items: given } = await probe(failing, { items, onError: 'continueRegularOutput' });
		expect(jsonOf(given)).toMatchObject(jsonOf(items));
	});

	it('runs the node again with Retry On Fail', async () => {
		let runs = 0;
		const { error } = await probe(
			async () => {
				runs += 1;
				if (runs === 1) throw new Error('at first');
				return [];
			},
			{ retryOnFail: true },
		);
		expect({ runs, error }).toEqual({ runs: 2, error: undefined });
	});
});

describe('paired items', () => {
	it('are kept as the node gives them', async () => {
		const given = [{ json: {}, pairedItem: { item: 1 } }];
		expect(pairedTo((await probe(async () => given, { items })).items)).toEqual([{ item: 1 }]);
	});

	it('are filled in where it is plain which item an output came from', async () => {
		const asMany = await probe(async () => [{ json: { a: 1 } }, { json: { a: 2 } }], { items });
		expect(pairedTo(asMany.items)).toEqual([{ item: 0 }, { item: 1 }]);
		const ofOne = await probe(async () => [{ json: { a: 1 } }, { json: { a: 2 } }]);
		expect(pairedTo(ofOne.items)).toEqual([{ item: 0 }, { item: 0 }]);
	});

	it('are not filled in where it is not', async () => {
		const three = [{ json: { a: 1 } }, { json: { a: 2 } }, { json: { a: 3 } }];
		const { items: given } = await probe(async () => three, { items });
		expect(pairedTo(given)).toEqual([undefined, undefined, undefined]);
	});
});

it('hints of the node stand in its run', async () => {
	const { hints } = await probe(async (context) => {
		context.addExecutionHints({ message: 'look', location: 'outputPane' });
		return [];
	});
	expect(hints).toMatchObject([{ message: 'look', location: 'outputPane' }]);
});

it('isToolExecution, where n8n has it, is false for a node that a workflow runs', async () => {
	const isTool = await inNode(async (context) => context.isToolExecution?.() ?? false);
	expect(isTool).toBe(false);
});

it('the type of a node that an AI agent calls is its name', async () => {
	expect(await inNode(async (context) => context.getNode().type)).toMatch(/\.probe$/);
});

it('prepareBinaryData takes a stream, with the name and the type that it is given', async () => {
	const { items: given } = await probe(async ({ helpers }) => {
		const stream = Readable.from([Buffer.from('a,b\n'), Buffer.from('1,2\n')]);
		return [
			{ json: {}, binary: { data: await helpers.prepareBinaryData(stream, 'x.csv', 'text/csv') } },
		];
	});
	const [file] = given.map(({ binary }) => binary?.data);
	expect(file).toMatchObject({ fileName: 'x.csv', mimeType: 'text/csv' });
	const bytes = await Container.get(BinaryDataService).getAsBuffer(file!);
	expect(bytes.toString()).toBe('a,b\n1,2\n');
});

it.each([
	['The execution was canceled', 'canceled'],
	['Enough', 'error'],
])('Stop, and an error that says "%s": the execution is %s', async (message, status) => {
	let asleep = () => {};
	const sleeping = new Promise<void>((resolve) => (asleep = resolve));
	const { result, stop } = await startProbe(async (context) => {
		asleep();
		await cancellableSleep(60_000, context.getExecutionCancelSignal()!).catch(() => {
			throw new Error(message);
		});
		return [];
	});
	await sleeping;
	stop();
	const { run, items } = await result;
	expect(run.status).toBe(status);
	expect(items).toEqual([]);
});

it('the signal of the execution fires with Stop, and not before', async () => {
	let signal: AbortSignal | undefined;
	const { result, stop } = await startProbe(async (context) => {
		signal = context.getExecutionCancelSignal();
		await once(signal!, 'abort');
		return [];
	});
	while (!signal) await new Promise((resolve) => setImmediate(resolve));
	expect(signal.aborted).toBe(false);
	stop();
	await result;
	expect(signal.aborted).toBe(true);
});

it('an execution of several items hands all of them to the node at once', async () => {
	expect(jsonOf(await inNodeWith(items))).toEqual([{ id: 1 }, { id: 2 }]);
});

async function inNodeWith(given: typeof items): Promise<INodeExecutionData[]> {
	let seen: INodeExecutionData[] = [];
	await probe(
		async (context) => {
			seen = context.getInputData();
			return [];
		},
		{ items: given },
	);
	return seen;
}
