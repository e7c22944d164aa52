import { readFileSync } from 'node:fs';
import { engines } from '../engines/install';

it('docs/reports/engines.md has all engines, each on its own Node, and nothing failed', () => {
	const document = readFileSync('docs/reports/engines.md', 'utf8');
	const rows = document.match(/^\| \d.*$/gm)?.map((row) => row.replace(/\d+ as expected/g, 'good'));
	expect(rows).toEqual(
		engines().map(
			({ n8n, core, nodeVersion }) =>
				`| ${n8n} (\`n8n-core\` ${core}) | ${nodeVersion} | good | good |`,
		),
	);
});
