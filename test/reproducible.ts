import { execFileSync, type ExecFileSyncOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { packedPackage } from './support/manifest';

/*
 * Builds and packs the last commit twice, in two folders, and compares: who gets the package can
 * see that it was made of these sources. `npm run reproducible`. Ends with `N passed, N failed`.
 */

export function main(): void {
	const folder = mkdtempSync(join(tmpdir(), 'reproducible-'));
	let isSame: boolean;
	try {
		const first = packIn(join(folder, 'one'), 'UTC');
		isSame = first === packIn(join(folder, 'a-folder-with-another-name'), 'Asia/Kolkata');
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	console.log(isSame ? '1 passed, 0 failed' : '0 passed, 1 failed');
	process.exitCode = isSame ? 0 : 1;
}

/** The sha256 of the package as built in this new folder. */
function packIn(copy: string, timeZone: string): string {
	mkdirSync(copy);
	const sources = run('git', ['archive', 'HEAD'], { maxBuffer: 2 ** 28 });
	run('tar', ['-x', '-C', copy], { input: sources, stdio: ['pipe', 'pipe', 'inherit'] });
	symlinkSync(resolve('node_modules'), join(copy, 'node_modules'), 'dir');
	const there = { cwd: copy, env: { ...process.env, TZ: timeZone } };
	run('npm', ['run', '--silent', 'build'], there);
	const { filename, files } = packedPackage(run('npm', ['pack', '--json'], there).toString());
	const sha256 = createHash('sha256')
		.update(readFileSync(join(copy, filename)))
		.digest('hex');
	console.log(`${sha256}  ${filename}, ${files.length} files`);
	return sha256;
}

function run(command: string, args: string[], options: ExecFileSyncOptions = {}): Buffer {
	const stdio: ExecFileSyncOptions['stdio'] = ['ignore', 'pipe', 'inherit'];
	return Buffer.from(execFileSync(command, args, { stdio, ...options }));
}
