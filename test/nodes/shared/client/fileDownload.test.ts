import { Readable } from 'node:stream';
import { fileDownload } from '../../../../nodes/shared/client/fileDownload';
import { Secret } from '../../../../nodes/shared/client/secret';
import type { Answer } from '../../../../nodes/shared/client/send';
import type { ServiceRequest } from '../../../../nodes/shared/client/serviceRequest';
import { ServiceError } from '../../../../nodes/shared/errors';
import { collect } from '../../../support/chunks';

jest.mock('../../../../nodes/shared/cancellableSleep', () => ({
	cancellableSleep: async () => {},
}));

const TOKEN = 'a-token-of-some-length';
const REQUEST: ServiceRequest = { method: 'GET', url: 'http://service/file', repeat: 'always' };

function answer(status: number, headers: Record<string, unknown>, text: string, isBroken = false) {
	async function* chunks(): AsyncGenerator<Uint8Array> {
		yield Buffer.from(text);
		if (isBroken) throw new ServiceError({ kind: 'noAnswer', message: 'Broken' });
	}
	const discard = jest.fn();
	return { status, headers, body: Readable.from([]), chunks: chunks(), discard } satisfies Answer;
}

/** Downloads a file that is answered in turn. */
async function downloaded(...answers: Answer[]) {
	const requests: ServiceRequest[] = [];
	const download = await fileDownload(REQUEST, {
		send: async (request, read) => {
			requests.push(request);
			return await read(answers[requests.length - 1]!);
		},
		secret: new Secret(TOKEN),
		signal: new AbortController().signal,
		isVerified: () => true,
		maxMs: 1_000_000,
	});
	const outcome = await collect(download.chunks).then(String, (error: Error) => error.message);
	return { outcome, requests, download };
}

const first = (etag: string) => answer(200, { etag, 'content-length': '6' }, 'abc', true);

it('asks for the rest at the same address, and joins it', async () => {
	const rest = answer(206, { etag: '"1"', 'content-range': 'bytes 3-5/6' }, 'def');
	const { outcome, requests } = await downloaded(first('"1"'), rest);
	expect(outcome).toBe('abcdef');
	expect(requests[1]).toMatchObject({
		...REQUEST,
		headers: { Range: 'bytes=3-', 'If-Range': '"1"' },
	});
});

it('never repeats an ETag that holds the token: the answer to it may come from another origin', async () => {
	const { outcome, requests } = await downloaded(first(`"x-${TOKEN}"`));
	expect(outcome).toBe('Broken');
	expect(requests).toHaveLength(1);
});

it.each([
	['206', answer(206, { etag: '"1"', 'content-range': 'bytes 2-5/6' }, 'cdef')],
	['416', answer(416, { 'content-range': 'bytes */7' }, '')],
])('frees the connection of a %s that is of no use', async (_, wrong) => {
	const { outcome, download } = await downloaded(first('"1"'), wrong);
	expect(outcome).toBe('Broken');
	expect(wrong.discard).toHaveBeenCalledTimes(1);
	expect(download.takeFresh()).toBeUndefined();
});

it('a whole answer can itself be continued', async () => {
	const whole = answer(200, { etag: '"2"', 'content-length': '6' }, 'ABCD', true);
	const rest = answer(206, { etag: '"2"', 'content-range': 'bytes 4-5/6' }, 'EF');
	const { outcome, requests, download } = await downloaded(first('"1"'), whole, rest);
	expect(outcome).toBe('Broken');
	const fresh = download.takeFresh();
	expect(String(await collect(fresh!.chunks))).toBe('ABCDEF');
	expect(requests.map(({ headers }) => headers?.['If-Range'])).toEqual([undefined, '"1"', '"2"']);
});
