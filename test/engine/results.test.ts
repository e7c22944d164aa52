import { readFileSync } from 'node:fs';
import { type Engine, engines } from '../engines/install';

it('docs/reports/engines.md has all engines, each on its own Node, and nothing failed', () => {
	const document = readFileSync('docs/reports/engines.md', 'utf8');
	const rows = [...document.matchAll(/^(\| \d.*?\|.*?\|)(.*)$/gm)];
	const cellsOf = ({ n8n, core, nodeVersion }: Engine) =>
		`| ${n8n} (\`n8n-core\` ${core}) | ${nodeVersion} |`;
	expect(rows.map(([, engine]) => engine)).toEqual(engines().map(cellsOf));
	for (const [, , result] of rows) {
		expect(result).toMatch(/as expected \|$|Each night only \|$/);
	}
});
