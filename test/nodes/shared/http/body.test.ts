import { startOfBody, wholeBody } from '../../../../nodes/shared/http/body';

async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
	for (const size of sizes) yield Buffer.alloc(size, 'x');
}

it('a whole body has as many bytes as are allowed', async () => {
	expect(await wholeBody(chunks(6, 4), 10)).toHaveLength(10);
});

it.each([
	['in the middle of a chunk', [6, 5]],
	['between two chunks', [6, 4, 1]],
])('one byte more is an error, %s', async (_, sizes) => {
	await expect(wholeBody(chunks(...sizes), 10)).rejects.toMatchObject({ kind: 'badAnswer' });
});

it('the start of a body leaves the rest unread', async () => {
	const body = chunks(6, 6, 6);
	expect(await startOfBody(body, 10)).toBe('x'.repeat(10));
	expect(await body.next()).toEqual({ done: true, value: undefined });
});
