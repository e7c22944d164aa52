import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import { failedItem } from '../../../nodes/shared/nodeErrors';
import { cancellableSleep } from '../../../nodes/shared/async';
import { inNode, probe, startProbe } from './probe';

/* What the nodes rely on in n8n's engine. A version of n8n that changes it fails here by name. */

const items = [{ json: { id: 1 } }, { json: { id: 2 } }];

it('an item goes to the error output if it carries an error, not if it only says success: false', async () => {
	const { items: good, errorItems } = await probe(
		async (context) => {
			const failed = { node: context.getNode(), itemIndex: 0, json: { status: 'failed' } };
			return [failedItem(new Error('no'), failed), { json: { success: false } }];
		},
		{ onError: 'continueErrorOutput' },
	);
	expect(good).toMatchObject([{ json: { success: false } }]);
	expect(errorItems).toMatchObject([{ json: { details: { status: 'failed' } } }]);
});

describe('an error that execute throws', () => {
	const failing = async () => await Promise.reject(new Error('all of it'));

	it('fails the execution by default', async () => {
		const { error, run } = await probe(failing, { items });
		expect([error?.message, run.status]).toEqual(['all of it', 'error']);
	});

	// So the nodes catch it and make an item of it: n8n's own says nothing of the error.
	it('becomes the input items again under Continue', async () => {
		const { items: given } = await probe(failing, { items, onError: 'continueRegularOutput' });
		expect(given).toMatchObject(items);
	});

	it('runs the node again with Retry On Fail', async () => {
		let runs = 0;
		const failingAtFirst = async () => ((runs += 1) === 1 ? await failing() : []);
		const { error } = await probe(failingAtFirst, { retryOnFail: true });
		expect({ runs, error }).toEqual({ runs: 2, error: undefined });
	});
});

it.each([
	['kept as the node gives them', [{ item: 1 }], 2, [{ item: 1 }]],
	['filled in for as many items as came in', [undefined, undefined], 2, [{ item: 0 }, { item: 1 }]],
	['filled in for a single input item', [undefined, undefined], 1, [{ item: 0 }, { item: 0 }]],
	[
		'not filled in otherwise',
		[undefined, undefined, undefined],
		2,
		[undefined, undefined, undefined],
	],
])('paired items are %s', async (_, given, inputs, paired) => {
	const output = given.map((pairedItem) => ({ json: {}, ...(pairedItem && { pairedItem }) }));
	const { items: out } = await probe(async () => output, { items: items.slice(0, inputs) });
	expect(out.map(({ pairedItem }) => pairedItem)).toEqual(paired);
});

it('hints of the node stand in its run', async () => {
	const hint = { message: 'look', location: 'outputPane' } as const;
	const { hints } = await probe(async (context) => {
		context.addExecutionHints(hint);
		return [];
	});
	expect(hints).toMatchObject([hint]);
});

it('a node that a workflow runs has its own type, not that of a tool', async () => {
	const type = await inNode(async (context) => context.getNode().type.split('.').at(-1));
	expect(type).toBe('probe');
});

it('prepareBinaryData takes a stream, with the name and the type that it is given', async () => {
	const file = await inNode(async ({ helpers }) => {
		const stream = Readable.from([Buffer.from('a,b\n'), Buffer.from('1,2\n')]);
		return await helpers.prepareBinaryData(stream, 'x.csv', 'text/csv');
	});
	expect(file).toMatchObject({ fileName: 'x.csv', mimeType: 'text/csv' });
	const bytes = await Container.get(BinaryDataService).getAsBuffer(file);
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
	const { run, items: out } = await result;
	expect([run.status, out]).toEqual([status, []]);
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
