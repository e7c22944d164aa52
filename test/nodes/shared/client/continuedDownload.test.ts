import fc from 'fast-check';
import type { FileIdentity } from '../../../../nodes/shared/client/byteRange';
import {
	ContinuedDownload,
	type ContinuedDownloadOptions,
	type RestAnswer,
} from '../../../../nodes/shared/client/continuedDownload';
import type { Download } from '../../../../nodes/shared/client/serviceRequest';
import { ServiceError } from '../../../../nodes/shared/errors';
import { asChunks } from '../../../support/chunks';
import { seeded } from '../../../support/cuts';

jest.mock('../../../../nodes/shared/cancellableSleep', () => ({
	cancellableSleep: async (_: number, signal?: AbortSignal) => signal?.throwIfAborted(),
}));

const FILE = Buffer.from('0123456789abcdefghij');
const identity: FileIdentity = {
	validator: { header: 'etag', value: '"a"' },
	length: FILE.length,
};
const broken = (message = 'The connection to the service broke off') =>
	new ServiceError({ kind: 'noAnswer', message });

async function* bytes(from: number, end: number, isBroken: boolean, size = 3) {
	yield* asChunks(FILE.subarray(from, end), size);
	if (isBroken) throw broken();
}

const open = (chunks: AsyncGenerator<Uint8Array>) => ({
	chunks,
	toStream: () => {
		throw new Error('Nobody asks for a stream here');
	},
	close: async () => {
		await chunks.return(undefined);
	},
});

/** A download whose connection breaks off first at a byte, and what is answered then, in turn. */
function download(
	breaksAt: number,
	answers: Array<(from: number) => RestAnswer | undefined>,
	options: Partial<ContinuedDownloadOptions> = {},
) {
	const asked: number[] = [];
	const continued = new ContinuedDownload(open(bytes(0, breaksAt, true)), {
		identity,
		isVerified: () => true,
		maxMs: 1_000_000,
		signal: new AbortController().signal,
		askForRest: async ({ from }) => {
			asked.push(from);
			const answer = answers.shift();
			if (!answer) throw new ServiceError({ kind: 'refused', message: 'No', status: 404 });
			return answer(from);
		},
		...options,
	});
	return { continued, asked };
}

async function read({ chunks }: Download) {
	const parts: Uint8Array[] = [];
	let error: unknown;
	try {
		for await (const chunk of chunks) parts.push(chunk);
	} catch (thrown) {
		error = thrown;
	}
	return { text: Buffer.concat(parts).toString(), error };
}

const rest =
	(end = FILE.length, isBroken = false, saidEnd = FILE.length) =>
	(from: number): RestAnswer => ({
		end: saidEnd,
		length: FILE.length,
		chunks: bytes(from, end, isBroken),
	});
const nothing = () => rest(0, true);

it('is one stream over any breaks', async () => {
	const { continued, asked } = download(4, [rest(5, true), rest(11, true), rest()]);
	expect(await read(continued)).toEqual({ text: FILE.toString(), error: undefined });
	expect(asked).toEqual([4, 5, 11]);
	expect(continued.isBrokenOff()).toBe(false);
});

it('takes parts that are shorter than what was asked for', async () => {
	const { continued, asked } = download(4, [rest(10, false, 10), rest()]);
	expect(await read(continued)).toEqual({ text: FILE.toString(), error: undefined });
	expect(asked).toEqual([4, 10]);
});

it('goes on after an answer that ends before its end', async () => {
	const { continued, asked } = download(4, [rest(10, false), rest()]);
	expect((await read(continued)).text).toBe(FILE.toString());
	expect(asked).toEqual([4, 10]);
});

it('is whole if only the end of the answer was missing', async () => {
	const { continued, asked } = download(FILE.length, []);
	expect(await read(continued)).toEqual({ text: FILE.toString(), error: undefined });
	expect(asked).toEqual([]);
	const unknown = download(FILE.length, [() => 'whole'], {
		identity: { ...identity, length: undefined },
	});
	expect(await read(unknown.continued)).toEqual({ text: FILE.toString(), error: undefined });
});

it('counts tries anew with each byte, and gives up after three without', async () => {
	const patient = [nothing(), nothing(), rest(5, true), nothing(), nothing(), rest()];
	expect((await read(download(4, patient).continued)).text).toBe(FILE.toString());

	const { continued, asked } = download(4, [nothing(), nothing(), nothing(), rest()]);
	expect(await read(continued)).toMatchObject({ text: '0123', error: { kind: 'noAnswer' } });
	expect(continued.isBrokenOff()).toBe(true);
	expect(asked).toEqual([4, 4, 4]);
});

it('tries again if there was no answer, and not after a refusal', async () => {
	const silent = () => {
		throw broken();
	};
	const { continued, asked } = download(4, [silent, rest()]);
	expect((await read(continued)).text).toBe(FILE.toString());
	expect(asked).toEqual([4, 4]);

	const refused = download(4, []);
	expect((await read(refused.continued)).error).toMatchObject({
		message: 'The connection to the service broke off',
	});
	expect(refused.continued.isBrokenOff()).toBe(true);
});

it.each<[string, Partial<ContinuedDownloadOptions>]>([
	['is not known again', { identity: undefined }],
	['nothing verifies', { isVerified: () => false }],
])('a file that %s breaks off, without a further call', async (_, options) => {
	const { continued, asked } = download(4, [rest()], options);
	expect((await read(continued)).error).toBeInstanceOf(ServiceError);
	expect(continued.isBrokenOff()).toBe(true);
	expect(asked).toEqual([]);
});

it('is verified by how it begins', async () => {
	const starts: string[] = [];
	const isVerified = (start: Uint8Array) => starts.push(Buffer.from(start).toString()) > 0;
	await read(download(4, [rest(8, true), rest()], { isVerified }).continued);
	expect(starts).toEqual(['0123', '01234567']);
});

it('no answer is asked for once the time is up; fetching it anew is no help then', async () => {
	const { continued, asked } = download(4, [rest()], { maxMs: -1 });
	const { error } = await read(continued);
	expect(error).toMatchObject({ message: expect.stringContaining('kept breaking off') as string });
	expect(continued.isBrokenOff()).toBe(false);
	expect(asked).toEqual([]);
});

it('passes on no byte behind the end that the answer says', async () => {
	const { continued } = download(4, [rest(FILE.length, false, 10), rest()]);
	const { text, error } = await read(continued);
	expect(FILE.toString().startsWith(text)).toBe(true);
	expect(text.length).toBeLessThanOrEqual(10);
	expect(error).toBeInstanceOf(ServiceError);
});

describe('the file from its beginning, as an answer', () => {
	const fresh = () => {
		const close = jest.fn(async () => {});
		return {
			...open(bytes(0, 20, false)),
			isBrokenOff: () => false,
			takeFresh: () => undefined,
			close,
		};
	};

	it('is for whoever takes it', async () => {
		const other = fresh();
		const { continued } = download(4, [() => ({ fresh: other })]);
		expect((await read(continued)).error).toBeInstanceOf(ServiceError);
		expect(continued.isBrokenOff()).toBe(true);
		expect(continued.takeFresh()).toBe(other);
		await continued.close();
		expect(other.close).not.toHaveBeenCalled();
	});

	it('is closed if nobody takes it', async () => {
		const other = fresh();
		const { continued } = download(4, [() => ({ fresh: other })]);
		await read(continued);
		await continued.close();
		expect(other.close).toHaveBeenCalledTimes(1);
	});
});

it('ends with Stop', async () => {
	const stop = new AbortController();
	const { continued, asked } = download(4, [rest()], { signal: stop.signal });
	stop.abort(new Error('Stop'));
	expect((await read(continued)).error).toMatchObject({ message: 'Stop' });
	expect(asked).toEqual([]);
});

it('gives the exact bytes, or the beginning of them and an error, whatever happens', async () => {
	const at = fc.integer({ min: 0, max: FILE.length });
	const answer = fc.oneof(
		fc.record({ end: at, isBroken: fc.boolean(), saidEnd: at }),
		fc.constantFrom('nothing' as const, 'silence' as const, 'refusal' as const),
	);
	const lengths = fc.constantFrom(FILE.length, undefined);
	await fc.assert(
		fc.asyncProperty(at, fc.array(answer), lengths, async (breaksAt, plan, length) => {
			const answers = plan.map((step) => (from: number): RestAnswer | undefined => {
				if (step === 'nothing') return undefined;
				if (step === 'silence') throw broken();
				if (step === 'refusal') throw new ServiceError({ kind: 'refused', message: 'No' });
				// What is no range after `from` is refused where headers are read.
				if (step.saidEnd <= from) return from === FILE.length ? 'whole' : undefined;
				return rest(Math.max(step.end, from), step.isBroken, step.saidEnd)(from);
			});
			const { continued } = download(breaksAt, answers, { identity: { ...identity, length } });
			const { text, error } = await read(continued);
			if (!FILE.toString().startsWith(text)) return false;
			return error === undefined ? text === FILE.toString() : continued.isBrokenOff();
		}),
		seeded(1_000),
	);
});
