import { trimmedText } from '../../shared/params/param';

/* Nothing from outside may lead out of a folder or hide what a file is. */

export interface FileFormat {
	extension: '.csv' | '.csv.gz';
	mimeType: 'text/csv' | 'application/gzip';
}

export const CSV: FileFormat = { extension: '.csv', mimeType: 'text/csv' };
export const GZIP: FileFormat = { extension: '.csv.gz', mimeType: 'application/gzip' };

type Content = Record<'queryName' | 'startDate' | 'endDate', string>;

const MAX_CHARACTERS = 200;

/** `usage_by_user_2026-11-14_2026-11-20.csv`; a single day is named once. */
export function nameOfContent(
	{ queryName, startDate, endDate }: Content,
	{ extension }: FileFormat,
): string {
	const days = new Set([startDate, endDate]);
	const name = harmless(queryName).slice(0, MAX_CHARACTERS / 4);
	return `${[name, ...days].join('_')}${extension}`;
}

/** Of a folder, or of characters that Windows and many storages refuse in a name. */
const REFUSED = /[/\\:*?"<>|\p{Cc}\p{Bidi_Control}]|^\.+$/u;

export const fileNameSchema = trimmedText.refine(
	(name) => !REFUSED.test(name) && name.length <= MAX_CHARACTERS,
	`Enter a name of at most ${MAX_CHARACTERS} characters, without a folder and without : * ? " < > |. For the time, use {{ $now.toFormat('yyyy-MM-dd_HH-mm') }}`,
);

/** @param number counted from 1, where an output has several files */
export function givenName(name: string, { extension }: FileFormat, number = 1): string {
	const stem = name.replace(/(\.csv)?(\.gz)?$/i, '');
	return `${stem || name}${number === 1 ? '' : ` (${number})`}${extension}`;
}

/** Plain characters alone, since the name may be shown in a page, or become part of a path. */
export function serviceName(fileName: string, jobId: string): string {
	const last = fileName.split(/[/\\]/).at(-1) ?? '';
	const plain = last.replace(/[^\p{L}\p{N}_. -]/gu, '').trim();
	const name = plain.slice(-MAX_CHARACTERS);
	return /^\.*$/.test(name) ? `data_${harmless(jobId)}${GZIP.extension}` : name;
}

function harmless(text: string): string {
	return text.replace(/[^\p{L}\p{N}_.-]+/gu, '-');
}
