import { PassThrough, Readable } from 'node:stream';
import type { IBinaryData } from 'n8n-workflow';
import type { ItemContext } from '../../../../nodes/Analytics/context';
import { savedBytes, saveFile } from '../../../../nodes/Analytics/outputs/saveFile';
import { asChunks, collect } from '../../../support/chunks';

/* Where n8n keeps files is a setting of n8n: in memory as text, or elsewhere under an ID. */

const BYTES = Buffer.from(Array.from({ length: 200_001 }, (_, at) => at % 251));
const contextWith = (helpers: object) => ({ n8n: { helpers } }) as unknown as ItemContext;
const file = (values: Partial<IBinaryData>) => ({ mimeType: '', data: '', ...values });

const reading = async (stream: Readable) =>
	file({ data: (await collect(stream)).toString('base64') });
const notReading = async () => file({});
const notNoticing = async (stream: Readable) => await reading(stream).catch(notReading);
const failing = async () => await Promise.reject(new Error('ENOSPC'));

const withFullDisk = async (stream: Readable) => {
	await collect(stream).catch(() => {});
	throw Object.assign(new Error('ENOSPC: no space left on device'), { errno: -28 });
};

async function* breakingOff() {
	yield BYTES;
	throw new Error('broke off');
}

async function save(prepareBinaryData: typeof reading, content = asChunks(BYTES)) {
	const toStream = (bytes: AsyncIterable<Uint8Array>) => Readable.from(bytes);
	const file = { toStream, content, fileName: 'a.csv', mimeType: 'text/csv' } as const;
	return await saveFile(contextWith({ prepareBinaryData }), file);
}

it('a file is given once all of it was written, and read again from memory', async () => {
	const saved = savedBytes(contextWith({}), await save(reading));
	expect((await collect(saved)).equals(BYTES)).toBe(true);
});

it.each<[string, typeof reading, AsyncGenerator<Uint8Array>, string]>([
	['it breaks off', reading, breakingOff(), 'broke off'],
	['it breaks off, and n8n does not notice', notNoticing, breakingOff(), 'broke off'],
	['the disk is full, and the stream ends with it', withFullDisk, breakingOff(), 'ENOSPC'],
	['n8n fails with it', failing, asChunks(BYTES), 'ENOSPC'],
	['n8n has not read it', notReading, asChunks(BYTES), 'The file was not read to its end'],
])('there is no file if %s', async (_, prepare, content, message) => {
	await expect(save(prepare, content)).rejects.toThrow(message);
});

it('bytes from elsewhere are closed, also if nobody reads on', async () => {
	const streams: PassThrough[] = [];
	const getBinaryStream = async (id: string) => {
		expect(id).toBe('filesystem-v2:file');
		streams.push(new PassThrough());
		return streams.at(-1)!.end(BYTES);
	};
	const saved = file({ id: 'filesystem-v2:file', data: 'filesystem-v2' });
	const bytes = () => savedBytes(contextWith({ getBinaryStream }), saved);
	expect((await collect(bytes())).equals(BYTES)).toBe(true);
	for await (const chunk of bytes()) {
		expect(BYTES.indexOf(chunk)).toBe(0);
		break;
	}
	expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});
