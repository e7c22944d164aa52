import { asError } from '../../../../shared/errors';
import { type ColumnNames, decideColumnNames } from '../../../bulkFile/columnNames';
import { openFile } from '../../../bulkFile/openFile';
import { readRows } from '../../../bulkFile/reader';
import type { QueryRecord } from '../../../transport/schemas';
import { counted, type Finding, findingOf, MAX_RECORDS } from '../session';
import type { QueryResult, Session } from '../session';

export type FileContent = Awaited<ReturnType<typeof readFile>>;

/** The file of a job, if it was read. */
export interface JobFile {
	isDone: boolean;
	file?: FileContent;
	/** Why it could not be read, though the job is done. */
	fileError?: Error;
}

/** Reads a file to its end (section 2.5). @param result of the query with the same dates */
export async function readFile(session: Session, jobId: string, result: QueryResult) {
	const { api, evidence, signal } = session;
	const { error, records } = result;
	const download = await api.download(jobId);
	try {
		const file = await openFile(download.chunks);
		let columns = { names: [], rowsToSkip: 0 } as ColumnNames | Error;
		const queryKeys = async () => (error ? undefined : Object.keys(records[0] ?? {}));
		const decideNames = async (head: string[][]): Promise<ColumnNames> => {
			const input = { mode: 'automatic', head, queryKeys } as const;
			columns = await decideColumnNames(input).catch(asError);
			if (!(columns instanceof Error)) return columns;
			// The rows can be counted without names.
			return { names: (head[1] ?? []).map((_, at) => `${at}`), rowsToSkip: 1 };
		};
		let count = 0;
		for await (const batch of readRows(file, { signal, decideNames, gives: 'cells' })) {
			count += batch.rows.length;
		}
		evidence.bulk.push(`${counted(count, 'row')} in its file`);
		// As far as they can be compared: there may be none, and queries have a limit.
		const hasAllRows = count > 0 && count < MAX_RECORDS && count === records.length;
		return { ...file, columns, count, hasAllRows };
	} finally {
		await download.close();
	}
}

export function fileFinding({ isDone, file, fileError }: JobFile, records: QueryRecord[]): Finding {
	if (!file) return isDone && fileError ? findingOf(fileError) : ['unknown', 'No file was read.'];
	const { isPacked, columns, hasAllRows } = file;
	if (columns instanceof Error) return findingOf(columns);
	const whole = `It is whole and ${isPacked ? '' : 'not '}compressed`;
	const why = records[0] ? 'its rows are not those of the query' : 'the query has no record';
	if (!hasAllRows) return ['unknown', `${whole}, but ${why}.`];
	const row = columns.rowsToSkip === 1 ? 'first' : 'second';
	return ['ok', `${whole}. Its ${row} row has the columns of the query.`];
}
