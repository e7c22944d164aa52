/*
 * Asking for the rest of a file, and what the answer brings, by RFC 9110: validators (8.8), If-Range
 * (13.1.5) and ranges (14, 15.3.7 and 15.5.17). Pure.
 */

type Headers = Readonly<Record<string, unknown>>;

/** A file that is the same one as before, byte for byte, as long as its validator is the same. */
export interface FileIdentity {
	/** A strong ETag, or the date of the last change. */
	validator: { header: 'etag' | 'last-modified'; value: string };
	/** Bytes of the whole file, if they are known. */
	length: number | undefined;
}

/** Where in which file the rest begins. */
export interface RestOfFile {
	identity: FileIdentity;
	/** Bytes of the file that were received. */
	from: number;
}

/** Bytes `from` to `end`, less the one at `end`, of a file of `length` bytes. */
export interface Part {
	end: number;
	length: number;
}

const STRONG_ETAG = /^"[!#-~]*"$/;
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const DIGITS = /^\d{1,15}$/;
const CONTENT_RANGE =
	/^bytes (?:(?<start>\d{1,15})-(?<last>\d{1,15})|\*)\/(?<length>\d{1,15}|\*)$/i;
/** A date is only a strong validator of a file that did not change in the second of the answer (8.8.2.2). */
const MIN_AGE_MS = 1000;

/** What a file that is sent whole can be recognized by; undefined if no rest of it can be asked for. */
export function identityOf({
	status,
	headers,
}: {
	status: number;
	headers: Headers;
}): FileIdentity | undefined {
	const validator = validatorOf(headers);
	const isRangeless = textOf(headers['accept-ranges']).toLowerCase() === 'none';
	if (status !== 200 || !validator || isRangeless || headers['content-encoding']) return undefined;
	const length = textOf(headers['content-length']);
	return { validator, length: DIGITS.test(length) ? Number(length) : undefined };
}

/** A weak ETag is no validator here, and excludes the date (13.1.5). */
function validatorOf(headers: Headers): FileIdentity['validator'] | undefined {
	const etag = textOf(headers.etag);
	if (etag !== '') {
		return STRONG_ETAG.test(etag) ? { header: 'etag', value: etag } : undefined;
	}
	const changed = textOf(headers['last-modified']);
	const ageMs = Date.parse(textOf(headers.date)) - Date.parse(changed);
	const isStrong = HTTP_DATE.test(changed) && ageMs >= MIN_AGE_MS;
	return isStrong ? { header: 'last-modified', value: changed } : undefined;
}

/** Headers of a request for the rest of a file, or for all of it if it is another one by now. */
export function restHeaders({ identity, from }: RestOfFile): Record<string, string> {
	return {
		Range: `bytes=${from}-`,
		'If-Range': identity.validator.value,
		// Ranges count the bytes as they are sent.
		'Accept-Encoding': 'identity',
	};
}

/**
 * What an answer brings of the rest of a file.
 *
 * @returns `whole` where there is no more of it; undefined where the answer is no part of this file
 *   that begins where the rest does
 */
export function partIn(
	{ status, headers }: { status: number; headers: Headers },
	{ identity, from }: RestOfFile,
): Part | 'whole' | undefined {
	const { start, last, length } =
		CONTENT_RANGE.exec(textOf(headers['content-range']))?.groups ?? {};
	const told = length === undefined || length === '*' ? undefined : Number(length);
	if (told !== undefined && told !== (identity.length ?? told)) return undefined;
	if (status === 416) return start === undefined && told === from ? 'whole' : undefined;

	const total = told ?? identity.length;
	const end = Number(last) + 1;
	const isRest = Number(start) === from && end > from && total !== undefined && end <= total;
	if (status !== 206 || !isRest || !isSameFile(headers, identity)) return undefined;
	return headers['content-encoding'] ? undefined : { end, length: total };
}

/** A part repeats the ETag of its file; the date of the last change may be left out (15.3.7). */
function isSameFile(headers: Headers, { validator: { header, value } }: FileIdentity): boolean {
	const repeated = textOf(headers[header]);
	return repeated === value || (header === 'last-modified' && repeated === '');
}

function textOf(header: unknown): string {
	return typeof header === 'string' ? header.trim() : '';
}
