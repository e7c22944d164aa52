import { parse } from 'csv-parse/sync';
import { CsvError } from '../../nodes/Analytics/csv/csvError';
import { CsvReader } from '../../nodes/Analytics/csv/csvReader';
import type { Random } from './random';
import { same, type Target } from './target';

const UNITS = ['a', 'b', ',', ',', '"', '"', '""', '\n', '\r', '\r\n', ' ', 'é', '😀'];
const CELLS = ['', 'a', 'a longer value', 'x,y', 'say "hi"', 'two\nlines', '7', '\r', 'é😀', ' '];

function cells(random: Random): string {
	const end = random.pick(['\n', '\r\n', '\r']);
	const width = 1 + random.below(5);
	const row = () =>
		random
			.list(random.oneIn(15) ? 1 + random.below(5) : width, () => random.pick(CELLS))
			.map((cell) => (/[",\r\n]/.test(cell) || random.oneIn(4) ? quoted(cell) : cell))
			.join(',');
	return random.list(random.size(60), row).join(end) + (random.oneIn(2) ? end : '');
}

function quoted(cell: string): string {
	return `"${cell.replaceAll('"', '""')}"`;
}

function read(pieces: Iterable<string>, width: number | undefined): unknown {
	const rows: string[][] = [];
	const ends: number[] = [];
	try {
		const reader = new CsvReader({
			onRow: (row, end) => {
				rows.push(row);
				ends.push(end);
			},
		});
		if (width !== undefined) reader.expectWidth(width);
		for (const piece of pieces) reader.write(piece);
		reader.end();
	} catch (error) {
		if (!(error instanceof CsvError)) throw error;
		return { refused: error.reason, row: error.row };
	}
	return { rows, ends };
}

/** csv-parse without its liberties. */
function reference(text: string): string[][] | 'refused' {
	try {
		return parse(text, { relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] });
	} catch {
		return 'refused';
	}
}

/** The CSV reader: the same as csv-parse, and the same at whatever places the text is cut. */
export const csvTarget: Target<string> = {
	name: 'csv',
	input(random) {
		if (random.oneIn(3)) return cells(random);
		if (random.oneIn(2)) return random.list(random.size(300), () => random.pick(UNITS)).join('');
		const bytes = random.damaged(Buffer.from(cells(random)));
		return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
	},
	check(text, random) {
		const whole = read([text], undefined) as { rows?: string[][] };
		// csv-parse lets a NUL stand behind a closing quote; here, as any other text, it may not.
		if (!text.includes('"\0')) {
			same(whole.rows ?? 'refused', reference(text), 'csv-parse reads it in another way');
		}
		same(read(random.cut(text), undefined), whole, 'cut, it is read in another way');
		const width = 1 + random.below(5);
		same(read(random.cut(text), width), read([text], width), `cut, with a width of ${width}`);
	},
	shown: (text) => JSON.stringify(text),
};
