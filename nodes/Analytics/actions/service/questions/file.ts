import { InputError, ServiceError } from '../../../../shared/errors';
import { type ColumnNames, decideColumnNames, plain } from '../../../bulkFile/columnNames';
import { openFile, readRows } from '../../../bulkFile/reader';
import { ColumnTypes } from '../../../csv/columnTypes';
import type { QueryRecord } from '../../../transport/schemas';
import { type Finding, findingFrom, type Session, wordsOf } from '../session';
import type { JobSeen } from './job';

/** What was seen of a whole file. */
export interface FileSeen {
	isPacked: boolean;
	rows: number;
	/** Or why they could not be determined. */
	names: ColumnNames | InputError;
	/** What the cells of each column convert to. */
	types: string[];
}

/** Reads a file to its end (section 2.5). */
export async function readFile({ api, signal }: Session, jobId: string, keys?: string[]) {
	const download = await api.download(jobId);
	try {
		const file = await openFile(download.chunks);
		const names: FileSeen['names'] = { names: [], rowsToSkip: 0 };
		const seen: FileSeen = { isPacked: file.isPacked, rows: 0, names, types: [] };
		const decideNames = async (head: string[][]): Promise<ColumnNames> => {
			const input = { mode: 'automatic', head, queryKeys: async () => keys } as const;
			seen.names = await decideColumnNames(input).catch((error: InputError) => error);
			if (!(seen.names instanceof Error)) return seen.names;
			// Its rows can be counted all the same.
			return { names: (head[1] ?? []).map((_, at) => `${at}`), rowsToSkip: 1 };
		};
		const types = new ColumnTypes();
		for await (const { columns, rows } of readRows(file, { signal, decideNames, gives: 'cells' })) {
			const convert = types.converter(columns.names);
			seen.rows += rows.length;
			for (const cells of rows) {
				cells.forEach((cell, at) => {
					const value = convert(cell, at);
					if (cell !== '') seen.types[at] = typeof value;
				});
			}
		}
		return seen;
	} finally {
		await download.close();
	}
}

/** @param count of the query's records, if it is known */
export function fileFinding({ file, fileError }: JobSeen, records: QueryRecord[], count?: number) {
	const rows = file ? `${file.rows} rows in the file, ` : '';
	const finding = findingFrom(`${rows}${count ?? 'an unknown number of'} records in the query`);
	if (!file) {
		const isBroken = fileError instanceof ServiceError && fileError.kind !== 'notSent';
		return finding(
			isBroken ? 'failed' : 'unknown',
			fileError ? wordsOf(fileError) : 'No file came.',
		);
	}
	const { isPacked, names } = file;
	if (names instanceof Error) return finding('unknown', wordsOf(names));
	if (file.rows === 0 || file.rows !== count) {
		return finding('unknown', 'It is whole, but its rows could not be compared with the query.');
	}
	const keys = Object.keys(records[0]!).map(plain).join();
	const order = names.names.map(plain).join() === keys ? 'in the same order' : 'in another order';
	const row = names.rowsToSkip === 1 ? 'first' : 'second';
	const whole = `It is whole and ${isPacked ? '' : 'not '}compressed.`;
	return finding('ok', `${whole} The ${row} row has the columns of the query, ${order}.`);
}

/** Columns that are numbers, or true and false, in Query or in Bulk Export alone. */
export function typesFinding({ file }: JobSeen, records: QueryRecord[]): Finding {
	const names = file && !(file.names instanceof Error) ? file.names.names.map(plain) : [];
	const compared = Object.keys(records[0] ?? {}).flatMap((name) => {
		const values = records.map((record) => record[name] ?? '').filter((value) => value !== '');
		const types = [...new Set(values.map((value) => typeof value))];
		const inFile = file?.types[names.indexOf(plain(name))];
		// A column of several types is text in Query.
		const inQuery = types.length > 1 ? 'string' : types[0];
		return inFile && inQuery ? [{ name, inQuery, inFile }] : [];
	});
	const finding = findingFrom(`${compared.length} columns have values in both`);
	if (compared.length === 0) return finding('unknown', 'There is nothing to compare.');
	const other = compared.filter(({ inQuery, inFile }) => inQuery !== inFile);
	if (other.length === 0) return finding('ok', 'All columns have.');
	const list = other.map(({ name, inQuery, inFile }) => `${name} (${inQuery}, ${inFile})`);
	return finding('failed', `Not all columns have (Query, Bulk Export): ${list.join(', ')}.`);
}
