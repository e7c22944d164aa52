let state = 1;

/** The same numbers in every run. */
function random(below: number): number {
	state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
	return (state >>> 4) % below;
}

/** @returns a number of two digits */
function two(number: number): string {
	return String(number).padStart(2, '0');
}

function randomTime(): string {
	return `2025-02-${two(1 + random(28))}T${two(random(24))}:${two(random(60))}:00Z`;
}

/** The text of a CSV file. @param row gives one row, by its index */
function fileOf(columnCount: number, rowCount: number, row: (index: number) => string): string {
	state = 1;
	const names = Array.from({ length: columnCount }, (_, at) => `column_${at + 1}`);
	const lines = [names.join(',')];
	for (let index = 0; index < rowCount; index += 1) lines.push(row(index));
	return `${lines.join('\n')}\n`;
}

function plainRow(index: number): string {
	const ids = `${index},${randomTime()},user-${random(1e6)},+55119${10_000_000 + random(8e7)}`;
	return `${ids},store-${random(90)},SENT,order_update_${random(40)},${random(9999) / 100},true,pt`;
}

function quotedRow(index: number): string {
	const text = `"Hello, ${random(1e6)}","She said ""yes"" to ${random(99)}"`;
	return `${index},"${randomTime()}",${text},"${random(1e6)}","two\nlines","","SENT",true,"a,b"`;
}

function multiByteRow(index: number): string {
	const name = `नमस्ते ${random(1e6)},😀 José Ñandú ${random(1e4)}`;
	return `${index},${randomTime()},${name},São Paulo,+55119${10_000_000 + random(8e7)},enviado,é,pt,ok`;
}

function wideRow(): string {
	return Array.from({ length: 200 }, () => random(100_000)).join(',');
}

type Shape = 'plain' | 'quoted' | '200 columns' | 'multi-byte';

/** The text of each file, which is made when it is needed, as it is large. */
export const shapes: Record<Shape, () => string> = {
	plain: () => fileOf(10, 500_000, plainRow),
	quoted: () => fileOf(10, 300_000, quotedRow),
	'200 columns': () => fileOf(200, 30_000, wideRow),
	'multi-byte': () => fileOf(10, 400_000, multiByteRow),
};
