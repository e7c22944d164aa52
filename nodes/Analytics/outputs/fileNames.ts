import { trimmedText } from '../../shared/params/param';
import type { ShownQuery } from '../api/analyticsApi';

/*
 * The names of files. They may contain text of the service or of the user, which must neither lead out of
 * a folder nor hide what a file is.
 */

export interface FileFormat {
	extension: '.csv' | '.csv.gz';
	mimeType: 'text/csv' | 'application/gzip';
}

export const CSV: FileFormat = { extension: '.csv', mimeType: 'text/csv' };
export const GZIP: FileFormat = { extension: '.csv.gz', mimeType: 'application/gzip' };

const MAX_CHARACTERS = 200;

/** The name after the query and its days: `usage_by_user_2026-11-14_2026-11-20.csv`. A single day is named once. */
export function nameOfQuery(
	{ queryName, startDate, endDate }: Pick<ShownQuery, 'queryName' | 'startDate' | 'endDate'>,
	{ extension }: FileFormat,
): string {
	const days = new Set([startDate, endDate]);
	const name = harmless(queryName).slice(0, MAX_CHARACTERS / 4);
	return `${[name, ...days].join('_')}${extension}`;
}

/** Matches a folder, and the characters that Windows and many storages refuse in a name. */
const REFUSED = /[/\\:*?"<>|\p{Cc}\p{Bidi_Control}]|^\.+$/u;

export const fileNameSchema = trimmedText.refine(
	(name) => !REFUSED.test(name) && name.length <= MAX_CHARACTERS,
	`Enter a name of at most ${MAX_CHARACTERS} characters, without a folder and without : * ? " < > |. For the time, use {{ $now.toFormat('yyyy-MM-dd_HH-mm') }}`,
);

/** The name that the user has entered. @param number counts the files of an output from 1, so that their names differ */
export function givenName(name: string, { extension }: FileFormat, number = 1): string {
	const stem = name.replace(/(\.csv)?(\.gz)?$/i, '');
	return `${stem || name}${number === 1 ? '' : ` (${number})`}${extension}`;
}

/** The name that the service has given, without special characters: it may become part of a page or a path. */
export function serviceName(fileName: string, jobId: string): string {
	const last = fileName.split(/[/\\]/).at(-1) ?? '';
	const plain = last.replace(/[^\p{L}\p{N}_. -]/gu, '').trim();
	const name = plain.slice(-MAX_CHARACTERS);
	return /^\.*$/.test(name) ? `data_${harmless(jobId)}${GZIP.extension}` : name;
}

function harmless(text: string): string {
	return text.replace(/[^\p{L}\p{N}_.-]+/gu, '-');
}
