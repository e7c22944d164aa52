import { PassThrough, Readable } from 'node:stream';
import type { IBinaryData } from 'n8n-workflow';
import type { Item } from '../../../../nodes/Analytics/actions/item';
import { savedBytes, saveFile } from '../../../../nodes/Analytics/outputs/saveFile';
import { asChunks, collect } from '../../../support/chunks';

/* Where n8n keeps files is a setting of n8n: in memory as text, or elsewhere under an ID. */

const BYTES = Buffer.from(Array.from({ length: 200_001 }, (_, at) => at % 251));
const itemWith = (helpers: object) => ({ run: { n8n: { helpers } } }) as unknown as Item;
const file = (values: Partial<IBinaryData>) => ({ mimeType: '', data: '', ...values });

describe('a file that is saved', () => {
	const toStream = (bytes: AsyncIterable<Uint8Array>) => Readable.from(bytes);
	const save = async (
		prepareBinaryData: (stream: Readable) => Promise<IBinaryData>,
		content: AsyncIterable<Uint8Array>,
	) =>
		await saveFile(itemWith({ prepareBinaryData }), {
			content,
			toStream,
			fileName: 'a.csv',
			mimeType: 'text/csv',
		});
	async function* breakingOff() {
		yield BYTES;
		throw new Error('broke off');
	}
	const reading = async (stream: Readable) =>
		file({ data: (await collect(stream)).toString('base64') });

	it('is given once all of it was written', async () => {
		const saved = await save(reading, asChunks(BYTES));
		expect(Buffer.from(saved.data, 'base64').equals(BYTES)).toBe(true);
	});

	it.each<[string, (stream: Readable) => Promise<IBinaryData>]>([
		['notices', reading],
		['does not notice', async (stream) => await reading(stream).catch(() => file({}))],
	])('is no file if it breaks off, also where n8n %s', async (_, prepare) => {
		await expect(save(prepare, breakingOff())).rejects.toThrow('broke off');
	});

	it.each<[string, (stream: Readable) => Promise<IBinaryData>, string]>([
		['fails with', async () => await Promise.reject(new Error('ENOSPC')), 'ENOSPC'],
		['has not read', async () => file({}), 'The file was not read to its end'],
	])('is no file if n8n %s it', async (_, prepare, message) => {
		await expect(save(prepare, asChunks(BYTES))).rejects.toThrow(message);
	});
});

describe('the bytes of a saved file', () => {
	it('come from memory', async () => {
		const saved = savedBytes(itemWith({}), file({ data: BYTES.toString('base64') }));
		expect((await collect(saved)).equals(BYTES)).toBe(true);
	});

	it('come from elsewhere, which is closed if nobody reads on', async () => {
		const streams: PassThrough[] = [];
		const getBinaryStream = async (id: string) => {
			expect(id).toBe('filesystem-v2:file');
			const stream = new PassThrough();
			stream.end(BYTES);
			streams.push(stream);
			return stream;
		};
		const item = itemWith({ getBinaryStream });
		const saved = file({ id: 'filesystem-v2:file', data: 'filesystem-v2' });
		expect((await collect(savedBytes(item, saved))).equals(BYTES)).toBe(true);
		for await (const chunk of savedBytes(item, saved)) {
			expect(chunk.length).toBeGreaterThan(0);
			break;
		}
		expect(streams.map(({ destroyed }) => destroyed)).toEqual([true, true]);
	});
});
