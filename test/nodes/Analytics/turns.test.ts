import { Turns } from '../../../nodes/Analytics/turns';
import { deferred } from '../../support/deferred';

const never = new AbortController().signal;

async function settled(): Promise<void> {
	for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

it('the first item begins at once, the next one when all before it have finished', async () => {
	const turns = new Turns(never);
	const begun: number[] = [];
	const items = [deferred(), deferred(), deferred()];
	for (const { promise } of items) turns.add(promise);
	const taken = [2, 1, 0].map(async (item) => {
		await turns.take(item, async () => void begun.push(item));
	});
	await settled();
	expect(begun).toEqual([0]);
	items[1]!.resolve();
	await settled();
	expect(begun).toEqual([0]);
	items[0]!.resolve();
	await settled();
	expect(begun).toEqual([0, 1, 2]);
	await Promise.all(taken);
});

it('returns the result of the work, and throws its error', async () => {
	const turns = new Turns(never);
	expect(await turns.take(0, async () => 7)).toBe(7);
	const failing = turns.take(0, async () => await Promise.reject(new Error('locked')));
	await expect(failing).rejects.toThrow('locked');
});

it('the signal ends the wait for a turn', async () => {
	const stop = new AbortController();
	const turns = new Turns(stop.signal);
	turns.add(deferred().promise);
	const work = jest.fn();
	const waiting = turns.take(1, work);
	stop.abort(new Error('stopped'));
	await expect(waiting).rejects.toThrow('stopped');
	expect(work).not.toHaveBeenCalled();
});

it('closing waits for the turn under way, and no other begins', async () => {
	const turns = new Turns(never);
	const first = deferred();
	const work = deferred();
	turns.add(first.promise);
	const taken = turns.take(0, async () => await work.promise);
	await settled();
	let isClosed = false;
	const closing = turns.close().then(() => {
		isClosed = true;
	});
	await settled();
	expect(isClosed).toBe(false);
	work.resolve();
	await taken;
	await closing;
	first.resolve();
	const second = jest.fn();
	await expect(turns.take(1, second)).rejects.toThrow('An item before this one has failed');
	expect(second).not.toHaveBeenCalled();
});

it('closing does not throw the error of the turn under way', async () => {
	const turns = new Turns(never);
	const taken = turns.take(0, async () => await Promise.reject(new Error('locked')));
	await expect(taken).rejects.toThrow('locked');
	await expect(turns.close()).resolves.toBeUndefined();
});
