import { runChecks } from './checks';

/** npm run lint: everything that is checked without running the nodes. */
export async function main(): Promise<void> {
	await runChecks([
		{ name: 'types', command: ['tsc', '--noEmit'] },
		{ name: 'types of the tests', command: ['tsc', '--noEmit', '-p', 'test/tsconfig.json'] },
		{ name: 'eslint', command: ['eslint', '.'] },
		{ name: 'what Node.js has', command: ['eslint', '--config', 'eslint.node.config.mjs', '.'] },
		{
			name: 'imports',
			command: ['depcruise', '--output-type', 'err', 'nodes', 'credentials'],
		},
		{ name: 'unused code', command: ['knip'] },
		{ name: 'format', command: ['prettier', '--check', '.'] },
		{ name: 'pages', command: ['node', 'test/run.mjs', 'test/tools/pages.ts', '--check'] },
	]);
}
