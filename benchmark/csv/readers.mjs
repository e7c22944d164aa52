import { Readable } from 'node:stream';
import { parse as csvParse } from 'csv-parse';
import Papa from 'papaparse';
import { inferSchema, initParser } from 'udsv';

/**
 * Readers that take chunks of text and give each row as an object to `onRow`, named by the file's
 * first row, one row at a time as a stream does.
 */
export function readers({ CsvReader, rowBuilder }) {
	return {
		ours: async (chunks, onRow) => {
			let build;
			const reader = new CsvReader({
				onRow: (cells) => {
					if (build !== undefined) return onRow(build(cells));
					build = rowBuilder(cells);
					reader.expectWidth(cells.length);
				},
			});
			for (const chunk of chunks) reader.write(chunk);
			reader.end();
		},

		uDSV: async (chunks, onRow) => {
			let parser;
			for (const chunk of chunks) {
				parser ??= initParser(inferSchema(chunk));
				parser.chunk(chunk, parser.stringObjs, (row) => void onRow(row));
			}
			parser.end();
		},

		papaparse: (chunks, onRow) =>
			new Promise((resolve, reject) => {
				const step = ({ data }) => onRow(data);
				const config = { header: true, skipEmptyLines: true, step };
				Papa.parse(Readable.from(chunks), { ...config, complete: resolve, error: reject });
			}),

		'csv-parse': async (chunks, onRow) => {
			const parser = Readable.from(chunks).pipe(csvParse({ columns: true }));
			for await (const row of parser) onRow(row);
		},
	};
}

/** The same to arrays of cells, which shows the scanners without the making of objects. */
export function cellReaders({ CsvReader }) {
	return {
		ours: async (chunks, onRow) => {
			const reader = new CsvReader({ onRow: (cells, _end, row) => row > 1 && onRow(cells) });
			for (const chunk of chunks) reader.write(chunk);
			reader.end();
		},

		uDSV: async (chunks, onRow) => {
			let parser;
			for (const chunk of chunks) {
				parser ??= initParser(inferSchema(chunk));
				parser.chunk(chunk, parser.stringArrs, (cells) => void onRow(cells));
			}
			parser.end();
		},
	};
}
