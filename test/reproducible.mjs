/**
 * Builds and packs the last commit twice, in two folders, and compares: who gets the package can
 * see that it was made of these sources. `npm run reproducible`. Ends with `N passed, N failed`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'reproducible-'));
const run = (command, args, cwd, options = {}) =>
	execFileSync(command, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'], ...options });

/** The sha256 of the package as built in a new folder of this name. */
function packIn(name, timeZone) {
	const copy = join(folder, name);
	mkdirSync(copy);
	run('tar', ['-x', '-C', copy], root, {
		input: run('git', ['archive', 'HEAD'], root, { maxBuffer: 2 ** 28 }),
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
	const env = { ...process.env, TZ: timeZone };
	run('npm', ['run', '--silent', 'build'], copy, { env });
	const [{ filename, files }] = JSON.parse(run('npm', ['pack', '--json'], copy, { env }));
	const sha256 = createHash('sha256')
		.update(readFileSync(join(copy, filename)))
		.digest('hex');
	console.log(`${sha256}  ${filename}, ${files.length} files`);
	return sha256;
}

let isSame;
try {
	isSame = packIn('one', 'UTC') === packIn('a-folder-with-another-name', 'Asia/Kolkata');
} finally {
	rmSync(folder, { recursive: true, force: true });
}
console.log(isSame ? '1 passed, 0 failed' : '0 passed, 1 failed');
process.exitCode = isSame ? 0 : 1;
