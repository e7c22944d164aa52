import js from '@eslint/js';
import jest from 'eslint-plugin-jest';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import importDirection from './test/tools/importDirection.js';

export default tseslint.config(
	{ ignores: ['**/node_modules/', 'dist/', 'coverage/'] },
	js.configs.recommended,
	{ rules: { 'no-duplicate-imports': ['error', { allowSeparateTypeImports: true }] } },
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
			'@typescript-eslint/require-await': 'off',
			// Options objects carry functions here that use no `this`.
			'@typescript-eslint/unbound-method': 'off',
		},
	},
	...importDirection,
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
