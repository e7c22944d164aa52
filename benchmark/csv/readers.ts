import { Readable } from 'node:stream';
import { parse as csvParse } from 'csv-parse';
import Papa from 'papaparse';
import { inferSchema, initParser, type Parser } from 'udsv';
import { CsvReader } from '../../nodes/Analytics/table/csvReader';
import { rowBuilder } from '../../nodes/Analytics/table/rowBuilder';

export type Row = Record<string, string>;
/** Takes chunks of text, and gives each row to `onRow`, one at a time as a stream does. */
export type Reader<R> = (chunks: string[], onRow: (row: R) => unknown) => Promise<void>;

/** Readers to objects, named by the file's first row. */
export const readers = {
	ours: async (chunks, onRow) => {
		let build: ReturnType<typeof rowBuilder> | undefined;
		const reader = new CsvReader((cells) => {
			if (build !== undefined) onRow(build(cells) as Row);
			else build = rowBuilder(cells);
		});
		for (const chunk of chunks) reader.write(chunk);
		reader.end();
	},

	uDSV: async (chunks, onRow) => {
		let parser: Parser | undefined;
		for (const chunk of chunks) {
			parser ??= initParser(inferSchema(chunk));
			parser.chunk<Row>(chunk, parser.stringObjs, (row) => void onRow(row));
		}
		parser?.end();
	},

	papaparse: (chunks, onRow) =>
		new Promise((resolve, reject) => {
			Papa.parse<Row>(Readable.from(chunks), {
				header: true,
				skipEmptyLines: true,
				step: ({ data }) => void onRow(data),
				complete: () => resolve(),
				error: reject,
			});
		}),

	'csv-parse': async (chunks, onRow) => {
		const parser = Readable.from(chunks).pipe(csvParse({ columns: true }));
		for await (const row of parser) onRow(row as Row);
	},
} satisfies Record<string, Reader<Row>>;

/** The same to arrays of cells, which shows the scanners without the making of objects. */
export const cellReaders = {
	ours: async (chunks, onRow) => {
		let isNamed = false;
		const reader = new CsvReader((cells) => {
			if (isNamed) onRow(cells);
			isNamed = true;
		});
		for (const chunk of chunks) reader.write(chunk);
		reader.end();
	},

	uDSV: async (chunks, onRow) => {
		let parser: Parser | undefined;
		for (const chunk of chunks) {
			parser ??= initParser(inferSchema(chunk));
			parser.chunk<string[]>(chunk, parser.stringArrs, (cells) => void onRow(cells));
		}
		parser?.end();
	},
} satisfies Record<string, Reader<string[]>>;
