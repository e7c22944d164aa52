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

	const [, items, file, preview, first, second] = stdout.split(/^\d\. /m);
	expect(items).toMatch(/^ +60,000 items\. [^]+\n +order_id .+\n +\d{20} /m);

	const [, path = ''] = /^ +(\/.+\.csv)$/m.exec(file ?? '') ?? [];
	const csv = readFileSync(path, 'utf8');
	expect(csv.trimEnd().split('\n')).toHaveLength(1 + 60_000);
	const megabytes = (Buffer.byteLength(csv) / 1e6).toFixed(1);
	expect(file).toContain(`\n   ${megabytes} MB, 60,000 rows\n`);

	expect(preview).toContain('preview  Hello Ana, your order A-1001 is on its way.');
	expect(preview).toContain("The service's ledger has 0 messages.");
	for (const sent of [first, second]) {
		expect(sent?.match(/^ +\+\d+ +accepted$/gm)).toHaveLength(3);
		expect(sent).toMatch(/^ +\+442079460958 +failed +The service refused the notification/m);
	}
	expect(first).toContain("The service's ledger has 3 messages.");
	expect(second).toContain("The service's ledger still has 3 messages: nobody got a second one.");
	expect(stdout).toContain(
		'Done: 60,000 rows as items and again as a file, in 4 jobs; 3 of 4 customers notified, each of them once.',
	);
});
