import type { Counts } from '../tools/counted';

/* The results of `npm run test:engines` as the table of docs/reports/engines.md. */

/** What ran in one engine, as results.json has it. */
export interface EngineResult {
	n8n: string;
	core: string;
	node: string;
	tests: Counts;
	faults: Counts;
}

const TEXT = /(<!-- engines -->\n)[\s\S]*?(<!-- \/engines -->)/;

export function table(results: EngineResult[]): string {
	const rows = results.map(
		({ n8n, core, node, tests, faults }) =>
			`| ${n8n} (\`n8n-core\` ${core}) | ${node} | ${cell(tests)} | ${cell(faults)} |`,
	);
	const head = '| n8n | Node.js | Tests of both nodes | Fault matrix |\n|---|---|---|---|';
	return [head, ...rows, ''].join('\n');
}

function cell({ passed, failed }: Counts): string {
	return failed === 0 ? `${passed} as expected` : `${passed} as expected, **${failed} not**`;
}

/** A document with the table between its two marks. */
export function withTable(text: string, results: EngineResult[]): string {
	if (!TEXT.test(text)) throw new Error('The marks <!-- engines --> are missing');
	return text.replace(TEXT, (_, start: string, end: string) => `${start}${table(results)}${end}`);
}
