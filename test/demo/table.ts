export interface Column {
	heading: string;
	cells: string[];
	/** Numbers, whose last digits stand below each other. */
	isNumeric?: boolean;
}

const GAP = '  ';
/** A narrower last column would be hard to read, so the table gets wider than it should instead. */
const MIN_WRAPPED = 20;
/** Characters that take two columns of a terminal, such as those of Chinese names. */
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** The lines of a table without borders. Its last column is wrapped, so that no line is wider than `maxWidth`. */
export function tableOf(columns: Column[], maxWidth: number): string[] {
	const widths = columns.map(({ heading, cells }) => Math.max(...[heading, ...cells].map(widthOf)));
	const others = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
	const last = widths.length - 1;
	const room = Math.max(MIN_WRAPPED, maxWidth - others);
	widths[last] = Math.min(widths[last] ?? 0, room);

	const headings = columns.map(({ heading }) => heading);
	const rules = widths.map((width) => '-'.repeat(width));
	const count = columns[0]?.cells.length ?? 0;
	const rows = Array.from({ length: count }, (_, row) =>
		columns.map(({ cells }) => cells[row] ?? ''),
	);

	return [headings, rules, ...rows].flatMap((row) => {
		const parts = wrapped(row[last] ?? '', room);
		return parts.map((part, line) => {
			// Below the first line of a wrapped cell, the cells before it are empty.
			const shown = row.map((cell, at) => {
				if (at === last) return part;
				return line === 0 ? cell : '';
			});
			const padded = shown.map((cell, at) => pad(cell, widths[at] ?? 0, columns[at]?.isNumeric));
			return padded.join(GAP).trimEnd();
		});
	});
}

function pad(cell: string, width: number, isNumeric = false): string {
	const blanks = ' '.repeat(Math.max(0, width - widthOf(cell)));
	return isNumeric ? blanks + cell : cell + blanks;
}

/** How many columns of a terminal a text takes. */
function widthOf(text: string): number {
	return [...text].reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

/** @returns at least one line; a word that is longer than the width stays whole */
export function wrapped(text: string, width: number): string[] {
	const lines = [''];
	for (const word of text.split(' ')) {
		const line = lines.at(-1) ?? '';
		const longer = line === '' ? word : `${line} ${word}`;
		if (line !== '' && widthOf(longer) > width) lines.push(word);
		else lines[lines.length - 1] = longer;
	}
	return lines;
}
