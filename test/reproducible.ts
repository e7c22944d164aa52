import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packedPackage } from './support/manifest';

/*
 * `npx node test/run.mjs test/reproducible.ts` builds the last commit in two folders and two time zones, and compares the packages. It ends
 * with `N passed, N failed`.
 */

export function main(): void {
	const one = hashOfPackage('one-', 'UTC');
	const other = hashOfPackage('a-folder-with-another-name-', 'Asia/Kolkata');
	const isSame = one === other;
	console.log(isSame ? '1 passed, 0 failed' : '0 passed, 1 failed');
	process.exitCode = isSame ? 0 : 1;
}

/** The SHA-256 of the package, built in a new folder whose name begins with the prefix. */
function hashOfPackage(prefix: string, timeZone: string): string {
	const cwd = mkdtempSync(join(tmpdir(), prefix));
	try {
		execFileSync('sh', ['-c', 'git archive HEAD | tar -x -C "$0"', cwd]);
		symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'), 'dir');
		const env = { ...process.env, TZ: timeZone };
		const npm = (...args: string[]): string =>
			execFileSync('npm', args, { cwd, env, encoding: 'utf8' });
		npm('run', '--silent', 'build');
		const { filename, files } = packedPackage(npm('pack', '--json'));
		const bytes = readFileSync(join(cwd, filename));
		const sha256 = createHash('sha256').update(bytes).digest('hex');
		console.log(`${sha256}  ${filename}, ${files.length} files`);
		return sha256;
	} finally {
		rmSync(cwd, { recursive: true, force: true });
	}
}
