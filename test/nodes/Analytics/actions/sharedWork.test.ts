import { SharedWork } from '../../../../nodes/Analytics/actions/sharedWork';

const never = () => new AbortController().signal;

/** Work that ends when it is told to, and sees whether it is stopped. */
function work() {
	const begun: AbortSignal[] = [];
	let end: (value: string) => void = () => {};
	let fail: (error: Error) => void = () => {};
	const result = new Promise<string>((resolve, reject) => {
		end = resolve;
		fail = reject;
	});
	const begin = async (signal: AbortSignal) => {
		begun.push(signal);
		signal.addEventListener('abort', () => fail(new Error('stopped')));
		return await result;
	};
	return { begun, begin, end, fail };
}

it('is done once for equal keys, and each gets its result', async () => {
	const shared = new SharedWork();
	const { begun, begin, end } = work();
	const results = [
		shared.of({ a: [1, 'x'] }, never(), begin),
		shared.of({ a: [1, 'x'] }, never(), begin),
	];
	end('done');
	expect(await Promise.all(results)).toEqual([
		{ result: 'done', isFirst: true },
		{ result: 'done', isFirst: false },
	]);
	expect(await shared.of({ a: [1, 'x'] }, never(), begin)).toMatchObject({ result: 'done' });
	expect([begun.length, shared.size]).toEqual([1, 1]);
});

it('is done for each of two keys', async () => {
	const shared = new SharedWork();
	const [first, second] = [work(), work()];
	const results = [shared.of([1], never(), first.begin), shared.of(['1'], never(), second.begin)];
	second.end('second');
	first.end('first');
	expect((await Promise.all(results)).map(({ result }) => result)).toEqual(['first', 'second']);
	expect(shared.size).toBe(2);
});

it('fails with the same error for all', async () => {
	const shared = new SharedWork();
	const { begin, fail } = work();
	const results = [1, 2].map(async () => await shared.of('key', never(), begin));
	const error = new Error('no');
	fail(error);
	for (const result of results) await expect(result).rejects.toBe(error);
});

it('goes on as long as one waits for it', async () => {
	const shared = new SharedWork();
	const { begun, begin, end } = work();
	const left = new AbortController();
	const first = shared.of('key', left.signal, begin);
	const second = shared.of('key', never(), begin);
	left.abort(new Error('left'));
	await expect(first).rejects.toThrow('left');
	expect(begun[0]?.aborted).toBe(false);
	end('done');
	expect((await second).result).toBe('done');
});

it('is stopped when nobody waits for it any more, and the last one waits until it rests', async () => {
	const shared = new SharedWork();
	const { begun, begin } = work();
	const left = new AbortController();
	const results = [1, 2].map(async () => await shared.of('key', left.signal, begin));
	left.abort(new Error('left'));
	await expect(results[0]).rejects.toThrow('left');
	await expect(results[1]).rejects.toThrow('stopped');
	expect(begun[0]?.aborted).toBe(true);

	const again = work();
	const anew = shared.of('key', never(), again.begin);
	again.end('anew');
	expect((await anew).result).toBe('anew');
});

it('is not begun for one who is gone already', async () => {
	const shared = new SharedWork();
	const { begun, begin } = work();
	const gone = AbortSignal.abort(new Error('gone'));
	await expect(shared.of('key', gone, begin)).rejects.toThrow('gone');
	expect(begun).toEqual([]);
});
