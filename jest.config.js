// Plain JavaScript, because Jest reads it before anything is compiled.
/** What n8n brings. */
const OF_N8N = '/node_modules/(n8n-core|n8n-workflow|@n8n/di|zod|luxon)/';

/** @type {import('jest').Config} */
const project = {
	// Stryker does not know <rootDir> here.
	testEnvironment: require.resolve('./test/engines/jestEnvironment.cjs'),
	// Not all of test/, where whole n8n and the scanner are installed, each with its packages.
	roots: ['nodes', 'service', 'engine', 'support', 'tools', 'fuzz', 'demo', 'check'].map(
		(folder) => `<rootDir>/test/${folder}`,
	),
	testMatch: ['**/*.test.ts'],
	transform: {
		[OF_N8N]: '<rootDir>/test/engines/requireByNode.cjs',
		'\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } }],
	},
	transformIgnorePatterns: [`^(?!.*${OF_N8N}).*/node_modules/`],
	// n8n's engine is the project's own, or another version's: see test/engines/engine.cjs.
	resolver: '<rootDir>/test/engines/jestResolver.cjs',
	setupFiles: ['<rootDir>/test/engine/isolateHome.ts'],
	setupFilesAfterEnv: ['<rootDir>/test/engine/loopbackOnly.ts'],
};

/** @type {import('jest').Config} */
module.exports = {
	// Against hanging; a machine with other work is slow.
	testTimeout: 600_000,
	// Most tests wait more than they compute, so there are more than a small machine has cores.
	maxWorkers: 4,
	// A worker that has nothing left open ends by itself, on a busy machine not within half a second.
	workerGracefulExitTimeout: 60_000,
	reporters: ['default', '<rootDir>/test/tools/progressReporter.cjs'],
	projects: [
		{ ...project, displayName: 'nodes' },
		{
			...project,
			// n8n gives the nodes its own zod: 3.25 today, 4 some day.
			displayName: 'zod 4',
			testMatch: [
				'**/api/schemas.test.ts',
				'**/credential/templates.test.ts',
				'**/shared/fields/{field,fieldReader}.test.ts',
				'**/outputs/fileNames.test.ts',
			],
			moduleNameMapper: { '^zod$': 'zod-4' },
		},
	],
};
