let state = 1;

/** The same numbers in every run. */
function random(below: number): number {
	state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
	return (state >>> 4) % below;
}

const two = (number: number) => String(number).padStart(2, '0');
const time = () => `2025-02-${two(1 + random(28))}T${two(random(24))}:${two(random(60))}:00Z`;
const columns = (count: number) =>
	Array.from({ length: count }, (_, i) => `column_${i + 1}`).join(',');

function file(width: number, rows: number, row: (index: number) => string): string {
	state = 1;
	const lines = [columns(width)];
	for (let i = 0; i < rows; i++) lines.push(row(i));
	return `${lines.join('\n')}\n`;
}

function plainRow(i: number): string {
	const ids = `${i},${time()},user-${random(1e6)},+55119${10_000_000 + random(8e7)}`;
	return `${ids},store-${random(90)},SENT,order_update_${random(40)},${random(9999) / 100},true,pt`;
}

function quotedRow(i: number): string {
	const text = `"Hello, ${random(1e6)}","She said ""yes"" to ${random(99)}"`;
	return `${i},"${time()}",${text},"${random(1e6)}","two\nlines","","SENT",true,"a,b"`;
}

function multiByteRow(i: number): string {
	const name = `नमस्ते ${random(1e6)},😀 José Ñandú ${random(1e4)}`;
	return `${i},${time()},${name},São Paulo,+55119${10_000_000 + random(8e7)},enviado,é,pt,ok`;
}

const wideRow = () => Array.from({ length: 200 }, () => random(100_000)).join(',');

/** Name and text of each file. */
type Shape = 'plain' | 'quoted' | '200 columns' | 'multi-byte';

export const shapes: Record<Shape, () => ReturnType<typeof file>> = {
	plain: () => file(10, 500_000, plainRow),
	quoted: () => file(10, 300_000, quotedRow),
	'200 columns': () => file(200, 30_000, wideRow),
	'multi-byte': () => file(10, 400_000, multiByteRow),
};
