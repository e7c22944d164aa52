import { readFileSync } from 'node:fs';
import { type Engine, engines } from '../engines/install';

it('docs/reports/engines.md has all engines, each on its own Node, and nothing failed', () => {
	const document = readFileSync('docs/reports/engines.md', 'utf8');
	const rows = [...document.matchAll(/^(\| \d.*?\|.*?\|)(.*)$/gm)];
	const rowOf = ({ n8n, core, nodeVersion }: Engine) =>
		`| ${n8n} (\`n8n-core\` ${core}) | ${nodeVersion} |`;
	expect(rows.map(([, engine]) => engine)).toEqual(engines().map(rowOf));
	const results = rows.map(([, , result]) => result);
	const good: unknown = expect.stringMatching(/as expected \|$|Each night only \|$/);
	expect(results).toEqual(results.map(() => good));
});
