import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ESLint, Linter } from 'eslint';
import { unpackInto } from '../support/manifest';
import { runInstaller, usePackages } from '../tools/cachedPackages';

/*
 * `npx node test/run.mjs test/scan/scan.ts` runs n8n's scanner over the packed tarball and over the sources, without a network, and then n8n's newest
 * rules over the sources.
 */

const FOLDER = 'test/scan';
const PACKAGES = resolve(FOLDER, 'node_modules');
const SCANNER = join(PACKAGES, '@n8n/scan-community-package/scanner/scanner.mjs');
/** The plugin of n8n's rules for community packages. The scanner itself brings an older version of it. */
const RULES = '@n8n/community-nodes';
const NEWEST_RULES = join(PACKAGES, '@n8n/eslint-plugin-community-nodes/dist/plugin.js');

interface Analysis {
	passed: boolean;
	message?: string;
	details?: string;
}

interface Scanner {
	analyzePackage(folder: string, patterns?: string[]): Promise<Analysis>;
	buildScanConfig(): Promise<Linter.Config[]>;
	SOURCE_FILE_PATTERNS: string[];
}

export async function main(): Promise<void> {
	await usePackages({
		folder: FOLDER,
		files: ['package.json', 'package-lock.json'],
		async install(cwd) {
			console.log('Installing the scanner (once) …');
			// Without install scripts: some of its dependencies have one that only accepts another package manager.
			await runInstaller(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd });
		},
	});
	const scanner = (await import(pathToFileURL(SCANNER).href)) as Scanner;

	const unpacked = mkdtempSync(join(tmpdir(), 'scan-'));
	try {
		unpackInto(unpacked);
		report('packed tarball', await scanner.analyzePackage(unpacked));
		const sources = await scanner.analyzePackage(process.cwd(), scanner.SOURCE_FILE_PATTERNS);
		report('sources', sources);
		const warnings = await warningsOnSources(scanner);
		const outcome = { passed: warnings.length === 0, details: warnings.join('\n') };
		report('no warnings on the sources, by the newest rules', outcome);
	} finally {
		rmSync(unpacked, { recursive: true, force: true });
	}
}

function report(what: string, { passed, message, details }: Analysis): void {
	console.log(`${passed ? 'passed' : 'FAILED'}: ${what}`);
	if (passed) return;
	process.exitCode = 1;
	console.log(details ?? message);
}

/**
 * `analyzePackage` says nothing about warnings. So this lints the sources once more, with the newest rules in n8n's own
 * settings.
 */
async function warningsOnSources(scanner: Scanner): Promise<string[]> {
	const newest = (await import(pathToFileURL(NEWEST_RULES).href)) as {
		configs: { recommended: Linter.Config };
	};
	const config = (await scanner.buildScanConfig()).map((part) =>
		part.plugins?.[RULES] ? newest.configs.recommended : part,
	);
	// The scanner's own ESLint, for which its config is made.
	const { ESLint: Lint } = createRequire(SCANNER)('eslint') as { ESLint: typeof ESLint };
	const eslint = new Lint({
		cwd: process.cwd(),
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: config,
	});
	const results = await eslint.lintFiles(scanner.SOURCE_FILE_PATTERNS);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => `${filePath}:${line} ${ruleId}: ${message}`),
	);
}
