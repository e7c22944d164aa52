import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const TMPDIR = mkdtempSync(join(tmpdir(), 'chat-commerce-demo-test-'));
afterAll(() => rmSync(TMPDIR, { recursive: true }));

it('npm run demo exports, previews and sends, and says so', () => {
	// Its export file goes there, too.
	const env = { ...process.env, TMPDIR };
	const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'demo'], {
		encoding: 'utf8',
		env,
	});
	expect(stderr).toBe('');
	expect(status).toBe(0);

	const [, path = ''] = /^ +(\/.+\.csv)$/m.exec(stdout) ?? [];
	expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(1 + 60_000);
	expect(stdout).toContain('preview  Hello Ana, your order A-1001 is on its way.');
	expect(stdout).toContain("The service's ledger has 0 messages.");
	expect(stdout).toContain("The service's ledger has 3 messages.");
	expect(stdout).toContain("The service's ledger still has 3 messages: nobody got a second one.");
	expect(stdout).toContain(
		'Done: 60,000 rows as items and again as a file, in 4 jobs; 3 of 4 customers notified, each of them once.',
	);
});
