/** A table of Markdown. Each row is printed when it is added, as benchmarks take long, and kept for further use. */
export class Table {
	readonly title: string;
	readonly columns: string[];
	readonly rows: string[][] = [];

	constructor(title: string, columns: string[]) {
		this.title = title;
		this.columns = columns;
		console.log(`\n${title}\n`);
		print(columns);
		print(columns.map(() => '---'));
	}

	add(...cells: Array<string | number>): void {
		const row = cells.map(String);
		this.rows.push(row);
		print(row);
	}
}

function print(cells: string[]): void {
	console.log(`| ${cells.join(' | ')} |`);
}
