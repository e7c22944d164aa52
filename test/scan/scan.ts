import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ESLint, Linter } from 'eslint';
import { unpackInto } from '../support/manifest';
import { usePackages } from '../tools/cachedPackages';

/*
 * Runs n8n's scanner for community packages, on its own rules and without a network, over what is
 * published (the packed tarball) and over the sources. Errors fail it; so do warnings on the sources.
 */

const FOLDER = 'test/scan';
const SCANNER = resolve(FOLDER, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');

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
	usePackages({
		folder: FOLDER,
		files: ['package.json', 'package-lock.json'],
		install(folder) {
			console.log('Installing the scanner (once) …');
			// Its dependencies have install scripts that only accept another package manager.
			const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
			execFileSync('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
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
		const passed = warnings.length === 0;
		report('no warnings on the sources', { passed, details: warnings.join('\n') });
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

/** `analyzePackage` keeps silent about warnings, so the same rules are asked once more. */
async function warningsOnSources({
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
}: Scanner): Promise<string[]> {
	// The scanner's own version of ESLint.
	const { ESLint: Lint } = createRequire(SCANNER)('eslint') as { ESLint: typeof ESLint };
	const eslint = new Lint({
		cwd: process.cwd(),
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const results = await eslint.lintFiles(SOURCE_FILE_PATTERNS);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => `${filePath}:${line} ${ruleId}: ${message}`),
	);
}
