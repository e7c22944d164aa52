// Plain JavaScript, because Jest reads it before anything is compiled.

/** @type {import('jest').Config} */
const project = {
	testEnvironment: 'node',
	// Not all of test/, where whole n8n, the scanner and Stryker are installed, each with its packages.
	roots: ['nodes', 'service', 'tools', 'fuzz'].map((folder) => `<rootDir>/test/${folder}`),
	testMatch: ['**/*.test.ts'],
	transform: {
		'\\.ts$': ['@swc/jest', { jsc: { parser: { syntax: 'typescript' }, target: 'es2023' } }],
	},
	globalSetup: '<rootDir>/test/engine/homes.js',
	setupFiles: ['<rootDir>/test/engine/isolateHome.ts'],
};

/** @type {import('jest').Config} */
module.exports = {
	testTimeout: 20_000,
	// Most tests wait more than they compute, so no core is left out.
	maxWorkers: '100%',
	projects: [
		{ ...project, displayName: 'nodes' },
		{
			...project,
			// n8n gives the nodes its own zod: 3.25 today, 4 some day.
			displayName: 'zod 4',
			testMatch: ['**/transport/schemas.test.ts'],
			moduleNameMapper: { '^zod$': 'zod-4' },
		},
	],
};
