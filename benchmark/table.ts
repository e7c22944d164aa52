/** A Markdown table, printed as its rows come and kept for whoever collects them. */
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
