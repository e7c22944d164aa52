import n from 'eslint-plugin-n';
import tseslint from 'typescript-eslint';

/* What the code uses of Node.js itself must be there on the Node.js that runs it. `npm run lint` checks it. */

/** @param version all versions that run these files */
function nodeVersion(files, version) {
	const rule = 'n/no-unsupported-features/node-builtins';
	return {
		files,
		plugins: { n },
		rules: { [rule]: ['error', { version, allowExperimental: true }] },
	};
}

export default [
	{ ignores: ['**/node_modules/', 'dist/', 'coverage/'] },
	// Comments that switch off a rule are about those of eslint.config.mjs.
	{ linterOptions: { reportUnusedDisableDirectives: 'off' } },
	{ files: ['**/*.ts'], languageOptions: { parser: tseslint.parser } },
	// Tests and tools run on the Node.js that the project installs.
	nodeVersion(['**/*.ts'], '>=24.0.0'),
	// The nodes run on that of the user's n8n, and plain JavaScript may be started by the reader's own.
	nodeVersion(['{nodes,credentials}/**/*.ts', '**/*.{js,mjs,cjs}'], '^20.19.0 || >=22.0.0'),
];
