import { readFileSync } from 'node:fs';
import { engines } from '../engines/install';
import { type EngineResult, withTable } from '../engines/table';

/* The results of `npm run test:engines -- --full`, and the document that tells of them. */

const read = (path: string) => readFileSync(path, 'utf8');
const results = JSON.parse(read('test/engines/results.json')) as EngineResult[];

it('docs/reports/engines.md says what the results say', () => {
	const document = read('docs/reports/engines.md');
	expect(withTable(document, results)).toBe(document);
});

it('the results are of all engines, each on its own Node, and nothing failed', () => {
	const failed = { tests: 0, faults: 0 };
	expect(
		results.map(({ n8n, core, node, tests, faults }) => {
			return { n8n, core, node, failed: { tests: tests.failed, faults: faults.failed } };
		}),
	).toEqual(engines().map(({ n8n, core, nodeVersion: node }) => ({ n8n, core, node, failed })));
});
