/**
 * Runs n8n's scanner for community packages, on its own rules and without a network, over what is
 * published (the packed tarball) and over the sources. Errors fail it; so do warnings on the sources.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const scannerFolder = fileURLToPath(new URL('.', import.meta.url));
const scanner = join(scannerFolder, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');

const run = (command, args, cwd) =>
	execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

if (!existsSync(scanner)) {
	console.log('Installing the scanner (once) …');
	// Its dependencies have install scripts that only accept another package manager.
	run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], scannerFolder);
}
const { analyzePackage, buildScanConfig, SOURCE_FILE_PATTERNS } = await import(
	pathToFileURL(scanner)
);

const unpacked = mkdtempSync(join(tmpdir(), 'scan-'));
let failures = 0;
try {
	const [{ filename }] = JSON.parse(
		run('npm', ['pack', '--json', '--pack-destination', unpacked], root),
	);
	run('tar', ['-xzf', join(unpacked, filename), '-C', unpacked, '--strip-components=1'], unpacked);
	report('packed tarball', await analyzePackage(unpacked));
	report('sources', await analyzePackage(root, SOURCE_FILE_PATTERNS));
	reportWarnings(await warningsOnSources());
} finally {
	rmSync(unpacked, { recursive: true, force: true });
}
process.exitCode = failures > 0 ? 1 : 0;

function report(what, { passed, message, details }) {
	console.log(`${passed ? 'passed' : 'FAILED'}: ${what}`);
	if (passed) return;
	failures += 1;
	console.log(details ?? message);
}

/** `analyzePackage` keeps silent about warnings, so the same rules are asked once more. */
async function warningsOnSources() {
	const { ESLint } = createRequire(scanner)('eslint');
	const eslint = new ESLint({
		cwd: root,
		allowInlineConfig: false,
		overrideConfigFile: true,
		overrideConfig: await buildScanConfig(),
	});
	const results = await eslint.lintFiles(SOURCE_FILE_PATTERNS);
	return results.flatMap(({ filePath, messages }) =>
		messages.map(({ line, ruleId, message }) => `${filePath}:${line} ${ruleId}: ${message}`),
	);
}

function reportWarnings(warnings) {
	console.log(`${warnings.length === 0 ? 'passed' : 'FAILED'}: no warnings on the sources`);
	if (warnings.length === 0) return;
	failures += 1;
	console.log(warnings.join('\n'));
}
