import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { trimmedText } from '../../shared/fields/field';
import type { AnalyticsRequest } from '../api/analyticsApi';
import type { JobRecord } from '../api/schemas';

/*
 * The names of files. They may contain text of the service or of the user, which must neither lead out of
 * a folder nor hide what a file is.
 */

const MAX_CHARACTERS = 200;

/**
 * The name after the query, its filters and its days: `usage_by_user_north_2026-11-14_2026-11-20`. A single day is
 * named once.
 * @returns a name without an extension
 */
export function nameOfQuery(request: AnalyticsRequest): string {
	const { queryName, startDate, endDate, customFilters = {} } = request;
	const about = [queryName, ...Object.values(customFilters)].map(harmless);
	const days = new Set([startDate, endDate]);
	return [about.join('_').slice(0, MAX_CHARACTERS / 2), ...days].join('_');
}

/** Matches a folder, and the characters that Windows and many storages refuse in a name. */
const REFUSED = /[/\\:*?"<>|\p{Cc}\p{Bidi_Control}]|^\.+$/u;

export const fileNameSchema = trimmedText.refine(
	(name) => !REFUSED.test(name) && name.length <= MAX_CHARACTERS,
	`Enter a name of at most ${MAX_CHARACTERS} characters, without a folder and without : * ? " < > |. For the time, use {{ $now.toFormat('yyyy-MM-dd_HH-mm') }}`,
);

/** The name of the file of a job: the one that was entered, or that of the service, with the extension of what it holds. */
export function nameOfFile(
	entered: string,
	{ JobId, FileName = '' }: Pick<JobRecord, 'JobId' | 'FileName'>,
	extension: Ending | `${Ending}${Ending}`,
): string {
	const ofService = stemOf(serviceName(FileName)) || `data_${harmless(JobId)}`;
	const stem = stemOf(entered) || entered || ofService;
	return `${stem}${extension}`;
}

/** What all extensions are made of. A name loses them before it gets its own. */
const ENDINGS = ['.csv', '.gz'] as const;
type Ending = (typeof ENDINGS)[number];

function stemOf(fileName: string): string {
	const ending = ENDINGS.find((each) => fileName.toLowerCase().endsWith(each));
	return ending === undefined ? fileName : stemOf(fileName.slice(0, -ending.length));
}

/**
 * Gives a name of its own to each saved file, such as `report (2).csv`, so that a node that writes the files to a disk
 * writes none over another.
 * @param items output items with saved files, and with any others, which keep their names
 * @param taken the names of the files before, in lower case, to which those of these items are added
 */
export function nameApart(
	items: readonly INodeExecutionData[],
	savedFiles: ReadonlySet<IBinaryData>,
	taken: Set<string>,
): void {
	for (const { json, binary = {} } of items) {
		for (const file of Object.values(binary)) {
			if (!savedFiles.has(file)) continue;
			const wanted = file.fileName ?? '';
			const stem = stemOf(wanted);
			let name = wanted;
			for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
				name = `${stem} (${number})${wanted.slice(stem.length)}`;
			}
			taken.add(name.toLowerCase());
			file.fileName = name;
			json['fileName'] = name;
		}
	}
}

/** The name that the service has given, without special characters: it may become part of a page or a path. */
function serviceName(fileName: string): string {
	const last = fileName.split(/[/\\]/).at(-1) ?? '';
	const plain = last.replace(/[^\p{L}\p{N}_. -]/gu, '').trim();
	return plain.slice(-MAX_CHARACTERS).replace(/^\.+$/, '');
}

function harmless(text: string): string {
	return text.replace(/[^\p{L}\p{N}_.-]+/gu, '-');
}
