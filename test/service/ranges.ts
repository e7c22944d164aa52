import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './answers.ts';
import type { ServiceOptions } from './options.ts';

/** A file in the service's memory. */
export interface WholeFile extends Answer {
	body: Buffer;
}

interface Asked {
	headers: IncomingHttpHeaders;
	options: Pick<ServiceOptions, 'validator' | 'rangeAnswer'>;
	/** When the file was made; it stays the same, as its validators must. */
	madeAt: number;
}

/** One range from a byte on, which is all that a client needs who continues a download. */
const FROM_BYTE = /^bytes=(\d+)-$/;

/** A file, or the part of it that was asked for, by RFC 9110 or wrongly on purpose. */
export function ranged(file: WholeFile, { headers, options, madeAt }: Asked): Answer {
	const { validator, rangeAnswer } = options;
	if (validator === 'none') return file;
	const from = FROM_BYTE.exec(headers.range ?? '')?.[1];
	const known = validators(file.body, { headers, options, madeAt });
	const whole = { ...file, headers: { ...file.headers, ...known, 'Accept-Ranges': 'bytes' } };
	if (from === undefined || rangeAnswer === 'whole') return whole;

	const condition = headers['if-range'];
	const isSame = condition === undefined || Object.values(known).includes(String(condition));
	if (!isSame && rangeAnswer !== 'otherTag') return whole;

	const start = Number(from);
	const { length } = file.body;
	if (start >= length || rangeAnswer === 'refused') {
		return { status: 416, headers: { 'Content-Range': `bytes */${length}` }, body: '' };
	}
	const body = file.body.subarray(rangeAnswer === 'otherStart' ? start - 1 : start);
	const total = rangeAnswer === 'otherLength' ? length + 1 : length;
	const range = `bytes ${length - body.length}-${length - 1}/${total}`;
	return { status: 206, headers: { ...whole.headers, 'Content-Range': range }, body };
}

/** With `changed` and `otherTag` the file is another one by the time that its rest is asked for. */
function validators(
	body: Buffer,
	{ headers, options: { validator, rangeAnswer }, madeAt }: Asked,
): Record<string, string> {
	const isOther = rangeAnswer === 'changed' || rangeAnswer === 'otherTag';
	const isLater = headers.range !== undefined && isOther;
	if (validator === 'lastModified') {
		return { 'Last-Modified': new Date(madeAt - (isLater ? 60_000 : 120_000)).toUTCString() };
	}
	const tag = `"${hashOf(body)}${isLater ? '-2' : ''}"`;
	return { ETag: validator === 'weakEtag' ? `W/${tag}` : tag };
}

const hashes = new WeakMap<Buffer, string>();

function hashOf(body: Buffer): string {
	const known = hashes.get(body);
	if (known !== undefined) return known;
	const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
	hashes.set(body, hash);
	return hash;
}
