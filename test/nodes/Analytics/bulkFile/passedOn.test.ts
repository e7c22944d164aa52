import fc from 'fast-check';
import { PassedOn } from '../../../../nodes/Analytics/bulkFile/passedOn';
import { asChunks, collect } from '../../../support/chunks';

const text = Buffer.from('0123456789');

async function* breakingOff(bytes: Uint8Array, size: number) {
	yield* asChunks(bytes, size);
	throw new Error('broke off');
}

async function started(passedOn: PassedOn, bytes: Uint8Array, size: number): Promise<Buffer> {
	const got: Uint8Array[] = [];
	const reading = async () => {
		for await (const chunk of passedOn.rest(breakingOff(bytes, size))) got.push(chunk);
	};
	await expect(reading()).rejects.toThrow('broke off');
	return Buffer.concat(got);
}

it('goes on where the first try ended, however both were cut', async () => {
	const at = fc.integer({ min: 0, max: text.length });
	const size = fc.integer({ min: 1, max: text.length });
	await fc.assert(
		fc.asyncProperty(at, at, size, size, async (end, secondEnd, firstSize, secondSize) => {
			const passedOn = new PassedOn();
			const first = await started(passedOn, text.subarray(0, end), firstSize);
			const second = await started(passedOn, text.subarray(0, secondEnd), secondSize);
			const rest = await collect(passedOn.rest(asChunks(text, secondSize)));
			expect(Buffer.concat([first, second, rest])).toEqual(text);
		}),
	);
});

it.each([
	['another byte', '0123x56789'],
	['fewer bytes', '0123'],
	['no byte', ''],
])('passes on nothing more of a file that has %s', async (_, other) => {
	for (const size of [1, 3, 100]) {
		const passedOn = new PassedOn();
		await started(passedOn, text.subarray(0, 6), 2);
		const got: Uint8Array[] = [];
		const reading = async () => {
			for await (const chunk of passedOn.rest(asChunks(Buffer.from(other), size))) got.push(chunk);
		};
		await expect(reading()).rejects.toThrow('changed while it was fetched');
		expect(got).toEqual([]);
	}
});
