import { isJson, isWebPage } from '../../shared/text';

/** How many first bytes of a file are needed to identify it. The signature of tar is the last one to come. */
export const FORMAT_BYTES = 262;

interface Format {
	name: string;
	signature: Uint8Array;
	/** The place of the signature in the file. */
	at: number;
}

/** Each signature has a byte that no CSV has, or is too long to appear by coincidence. */
const FORMATS: Format[] = [
	format('a ZIP archive (as .xlsx files are, too)', 'PK\x03\x04'),
	format('a ZIP archive without files', 'PK\x05\x06'),
	format('compressed with Zstandard (.zst)', '\x28\xb5\x2f\xfd'),
	// The digit is the size of the blocks.
	...Array.from('123456789', (size) => format('compressed with bzip2', `BZh${size}1AY&SY`)),
	format('compressed with xz', '\xfd7zXZ\x00'),
	format('a 7-Zip archive', '7z\xbc\xaf\x27\x1c'),
	format('compressed with gzip twice', '\x1f\x8b\x08'),
	format('a tar archive', 'ustar', 257),
	format('an Avro file', 'Obj\x01'),
	format('a Parquet file', 'PAR1\x15'),
	format('a PDF document', '%PDF-1.'),
	format('an old Excel workbook (.xls)', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
	format('UTF-16 text instead of UTF-8', '\xff\xfe'),
	format('UTF-16 text instead of UTF-8', '\xfe\xff'),
];

function format(name: string, signature: string, at = 0): Format {
	return { name, signature: Buffer.from(signature, 'latin1'), at };
}

/**
 * Identifies files that are certainly not CSV.
 * @param start the first bytes of the file, decompressed
 * @returns what the file is, such as "a PDF document"; undefined if it may be CSV
 */
export function otherFormatOf(start: Uint8Array): string | undefined {
	if (isUtf16WithoutMark(start)) return 'UTF-16 text instead of UTF-8';
	return FORMATS.find(({ signature, at }) => {
		return signature.every((byte, index) => start[at + index] === byte);
	})?.name;
}

const MIN_UTF16_BYTES = 8;

/** In UTF-16, each Latin letter, digit and comma has one zero byte, always on the same side. */
function isUtf16WithoutMark(start: Uint8Array): boolean {
	if (start.length < MIN_UTF16_BYTES) return false;
	const units = Array.from({ length: MIN_UTF16_BYTES / 2 }, (_, at) => at * 2);
	const isLittle = units.every((at) => start[at] !== 0 && start[at + 1] === 0);
	const isBig = units.every((at) => start[at] === 0 && start[at + 1] !== 0);
	return isLittle || isBig;
}

const TAB = 9;
const LF = 10;
const CR = 13;
const SPACE = 32;

/** Whether a file that is not UTF-8 seems to be text in another encoding: such a text has no control characters. */
export function mayBeLatin1(start: Uint8Array): boolean {
	return start.every((byte) => byte >= SPACE || byte === TAB || byte === LF || byte === CR);
}

/** Whether a file is a JSON value, a web page or XML, in any number of lines. @param text the whole file */
export function isDocument(text: string): boolean {
	return isMarkup(text) || isJsonDocument(text);
}

function isMarkup(text: string): boolean {
	return (isWebPage(text) || /^\s*<\?xml\b/i.test(text)) && /<\/?[a-z][^<>]*>\s*$/i.test(text);
}

/** A text, a number or a word such as "true" is valid JSON as well, but may be the only line of a CSV file. */
function isJsonDocument(text: string): boolean {
	return /^\s*[[{]/.test(text) && isJson(text);
}
