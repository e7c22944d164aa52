import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EngineResult, withTable } from '../engines/table';

/* The results of `npm run test:engines -- --full`, and the document that tells of them. */

const read = (path: string) => readFileSync(path, 'utf8');
const results = JSON.parse(read('test/engines/results.json')) as EngineResult[];
const { devDependencies, engines } = JSON.parse(read('package.json')) as {
	devDependencies: Record<string, string>;
	engines: { node: string };
};
const VERSIONS = 'test/engines/versions';

it('docs/reports/engines.md says what the results say', () => {
	const document = read('docs/reports/engines.md');
	expect(withTable(document, results)).toBe(document);
});

it('the results are of the spread, and each is as expected', () => {
	const spread = [...readdirSync(VERSIONS), devDependencies['n8n-core']];
	expect(results.filter(({ core }) => !spread.includes(core))).toEqual([]);
	expect(results.filter(({ tests, faults }) => tests.failed + faults.failed > 0)).toEqual([]);
});

it('the results were made on the Node of each engine, which package.json takes', () => {
	const [major, minor] = /(\d+)\.(\d+)/.exec(engines.node)!.slice(1).map(Number);
	for (const { core, node } of results) {
		const own = core === devDependencies['n8n-core'];
		const { dependencies } = own
			? { dependencies: devDependencies }
			: (JSON.parse(read(join(VERSIONS, core, 'package.json'))) as {
					dependencies: Record<string, string>;
				});
		expect(node).toBe(dependencies.node);
		const [its = 0, itsMinor = 0] = node.split('.').map(Number);
		expect(its * 1000 + itsMinor).toBeGreaterThanOrEqual(major! * 1000 + minor!);
	}
});
