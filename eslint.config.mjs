import js from '@eslint/js';
import importX from 'eslint-plugin-import-x';
import jest from 'eslint-plugin-jest';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
	{ ignores: ['**/node_modules/', 'dist/', 'coverage/'] },
	js.configs.recommended,
	{
		plugins: { 'import-x': importX },
		rules: {
			complexity: ['error', 12],
			'no-nested-ternary': 'error',
			'no-return-assign': ['error', 'always'],
			'import-x/no-duplicates': ['error', { 'prefer-inline': true }],
		},
	},
	{
		files: ['**/*.ts'],
		extends: [...tseslint.configs.recommendedTypeChecked],
		languageOptions: {
			parserOptions: { project: ['test/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/no-explicit-any': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': [
				'error',
				{ considerDefaultExhaustiveForUnions: true },
			],
			'@typescript-eslint/explicit-module-boundary-types': 'error',
			'@typescript-eslint/require-await': 'off',
			// Options objects carry functions here that use no `this`.
			'@typescript-eslint/unbound-method': 'off',
		},
	},
	{
		files: ['**/*.{js,mjs,cjs}'],
		languageOptions: {
			globals: globals.node,
		},
	},
	{
		files: ['test/**/*.test.ts'],
		...jest.configs['flat/recommended'],
		rules: {
			...jest.configs['flat/recommended'].rules,
			// The cases of a table are functions of their own.
			'jest/no-standalone-expect': 'off',
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'check*', 'fc.assert'] }],
		},
	},
);
