import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { IBinaryData } from 'n8n-workflow';
import type { ItemToRun } from '../../../../nodes/Analytics/context';
import { saveFile } from '../../../../nodes/Analytics/outputs/saveFile';
import { asChunks } from '../../../support/chunks';

/*
 * Where n8n keeps files is a setting of n8n. In memory, a file is a text in base64, which is its `data`; elsewhere, it is
 * found by its ID. The helpers of n8n that store and read files are replaced by simple ones here.
 */

const BYTES = Buffer.from(Array.from({ length: 200_001 }, (_, at) => at % 251));

/** Stores a stream as n8n does: `prepareBinaryData` of n8n's helpers. */
type Store = (stream: Readable) => Promise<IBinaryData>;

async function storeInMemory(stream: Readable): Promise<IBinaryData> {
	const bytes = await buffer(stream);
	return { mimeType: 'text/csv', data: bytes.toString('base64') };
}

async function storeWithoutReading(): Promise<IBinaryData> {
	return { mimeType: 'text/csv', data: '' };
}

async function storeDespiteErrors(stream: Readable): Promise<IBinaryData> {
	return await storeInMemory(stream).catch(storeWithoutReading);
}

async function failAtOnce(): Promise<IBinaryData> {
	throw new Error('The storage is not available');
}

async function failOnFullDisk(stream: Readable): Promise<IBinaryData> {
	await buffer(stream).catch(() => {});
	throw Object.assign(new Error('ENOSPC: no space left on device'), { errno: -28 });
}

async function* contentThatBreaksOff(): AsyncGenerator<Uint8Array> {
	yield BYTES;
	throw new Error('The download broke off');
}

function contextWith(helpers: object): ItemToRun {
	// As `ServiceClient.streamOf` makes it, by which all of the content is read before n8n stores its beginning.
	const options = { objectMode: false, highWaterMark: 2 ** 20 };
	const streamOf = (bytes: AsyncIterable<Uint8Array>) => Readable.from(bytes, options);
	const api = { client: { streamOf } };
	return { n8n: { helpers }, api, savedFiles: new Set() } as unknown as ItemToRun;
}

async function save(store: Store, content: AsyncGenerator<Uint8Array>): Promise<IBinaryData> {
	return await saveFile(contextWith({ prepareBinaryData: store }), {
		content,
		fileName: 'a.csv',
		mimeType: 'text/csv',
	});
}

it.each([
	{
		why: 'the content breaks off',
		store: storeInMemory,
		content: contentThatBreaksOff(),
		message: 'The download broke off',
	},
	{
		why: 'the content breaks off, and n8n does not notice',
		store: storeDespiteErrors,
		content: contentThatBreaksOff(),
		message: 'The download broke off',
	},
	{
		why: 'the disk is full, by which the content breaks off as well',
		store: failOnFullDisk,
		content: contentThatBreaksOff(),
		message: 'ENOSPC',
	},
	{
		why: 'n8n fails to store it',
		store: failAtOnce,
		content: asChunks(BYTES),
		message: 'The storage is not available',
	},
	{
		why: 'n8n has not read the content',
		store: storeWithoutReading,
		content: asChunks(BYTES),
		message: 'The file was not read to its end',
	},
])('throws instead of returning half a file if $why', async ({ store, content, message }) => {
	await expect(save(store, content)).rejects.toThrow(message);
});
