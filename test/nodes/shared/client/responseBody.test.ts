import { bodyText } from '../../../../nodes/shared/client/responseBody';

async function* chunks(...sizes: number[]): AsyncGenerator<Uint8Array> {
	for (const size of sizes) yield Buffer.alloc(size, 'x');
}

describe('bodyText', () => {
	it('takes as many bytes as are allowed', async () => {
		expect(await bodyText(chunks(6, 4), { maxBytes: 10 })).toHaveLength(10);
	});

	it.each([
		['in the middle of a chunk', [6, 5]],
		['between two chunks', [6, 4, 1]],
	])('refuses one byte more, %s', async (_, sizes) => {
		await expect(bodyText(chunks(...sizes), { maxBytes: 10 })).rejects.toThrow('larger than');
	});

	it('leaves the rest unread if it may be cut', async () => {
		expect(await bodyText(chunks(6, 6, 6), { maxBytes: 10, cut: true })).toHaveLength(10);
	});
});
