/*
 * What files are called. Names reach folders, mailboxes and spreadsheets, so nothing that comes from
 * outside may lead out of a folder or hide what a file is.
 */

/** Which query over which days a file holds, as they were sent (section 2.1). */
export interface FileContent {
	queryName: string;
	startDate: string;
	endDate: string;
}

const MAX_CHARACTERS = 200;
const DAY = /^(20\d\d)([-/.]?)(0\d|1[0-2])\2([0-3]\d)/;

/** `usage_by_user_2026-11-14_2026-11-20.csv`; a single day is named once. */
export function nameOfContent({ queryName, startDate, endDate }: FileContent): string {
	const days = new Set([dayOf(startDate), dayOf(endDate)]);
	return `${[harmless(queryName), ...days].join('_')}.csv`;
}

/** Why a name cannot be that of a file; undefined if it can. */
export function fileNameProblem(name: string): string | undefined {
	if (/[/\\]/.test(name)) return 'Enter a name without a folder';
	if (/[\p{Cc}\p{Bidi_Control}]/u.test(name)) return 'Enter a name without control characters';
	if (/^\.+$/.test(name)) return 'Enter a name that is more than dots';
	return name.length > MAX_CHARACTERS ? `Enter at most ${MAX_CHARACTERS} characters` : undefined;
}

/**
 * A name that was given, with the extension that says what the file is.
 *
 * @param number of the file among several that have this name
 */
export function givenName(name: string, extension: '.csv' | '.csv.gz', number = 1): string {
	const stem = name.replace(
		extension === '.csv' ? /(\.csv)?(\.gz)?$/i : /(\.csv)?\.gz$|\.csv$/i,
		'',
	);
	return `${stem || name}${number === 1 ? '' : ` (${number})`}${extension}`;
}

/** The service's own name without any path, as nothing outside may decide where a file is put. */
export function serviceName(fileName: string, jobId: string): string {
	const name = fileName.split(/[/\\]/).at(-1)?.trim() ?? '';
	return /^\.*$/.test(name) ? `data_${harmless(jobId)}.csv.gz` : name;
}

/** Dates may be sent with a time or in a form of the user's own. */
function dayOf(date: string): string {
	const [, year, , month, day] = DAY.exec(date) ?? [];
	return year === undefined ? harmless(date) : `${year}-${month}-${day}`;
}

function harmless(text: string): string {
	return text.replace(/[^\p{L}\p{N}_.-]+/gu, '-').slice(0, MAX_CHARACTERS / 4);
}
