import { readFileSync } from 'node:fs';
import { engines } from '../engines/install';

it('docs/reports/engines.md has all engines, each on its own Node, and nothing failed', () => {
	const document = readFileSync('docs/reports/engines.md', 'utf8');
	const rows = [...document.matchAll(/^(\| \d.*?\|.*?\|)(.*)$/gm)];
	expect(rows.map(([, engine]) => engine)).toEqual(
		engines().map(
			({ n8n, core, nodeVersion }) => `| ${n8n} (\`n8n-core\` ${core}) | ${nodeVersion} |`,
		),
	);
	const results = rows.map(([, , result]) => result);
	const good: unknown = expect.stringMatching(/as expected \|$|Each night only \|$/);
	expect(results).toEqual(results.map(() => good));
});
