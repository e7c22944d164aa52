import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serviceForEach } from '../support/serviceForEach';
import { checkAndReport } from './check';
import { givenFor, PARAMS, PHONE } from './simulated';

/* npm run check without a terminal. What only a process shows is shown by one of its own. */

// A job is done at the first look, so that nothing has to be waited for.
const service = serviceForEach({ states: [] });

let report = '';
beforeEach(() => {
	report = join(mkdtempSync(join(tmpdir(), 'chat-commerce-check-test-')), 'report.md');
});
afterEach(() => {
	jest.restoreAllMocks();
	rmSync(dirname(report), { recursive: true });
});

/** @returns undefined if there is none */
function writtenReport(): string | undefined {
	return existsSync(report) ? readFileSync(report, 'utf8') : undefined;
}

function startProgram() {
	const child = spawn(
		process.execPath,
		['test/run.mjs', 'test/check/check.ts', '--report', report],
		{
			env: { ...process.env, CHAT_COMMERCE_REGION: '', ...givenFor(service) },
			stdio: ['ignore', 'pipe', 'pipe'],
		},
	);
	const ended = async () => {
		const [stdout, stderr, [status]] = await Promise.all([
			text(child.stdout),
			text(child.stderr),
			once(child, 'close') as Promise<[number | null]>,
		]);
		return { status, stdout, stderr };
	};
	return { child, ended: ended() };
}

/** Runs the program in this process. */
async function run(given: Record<string, string>) {
	jest.spyOn(process.stdout, 'write').mockReturnValue(true);
	const log = jest.spyOn(console, 'log').mockReturnValue();
	const errors = jest.spyOn(console, 'error').mockReturnValue();
	const status = await checkAndReport(['--report', report], { ...givenFor(service), ...given });
	const [stdout, stderr] = [log, errors].map(({ mock }) => mock.calls.flat().join('\n'));
	return { status, stdout, stderr };
}

it('exits with 0 if all is as expected, and writes a report without a word of the user', async () => {
	const { status, stdout, stderr } = await startProgram().ended;
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	expect(stdout).toMatch(/^Form of dates +as expected +they are accepted$/m);
	expect(stdout).toContain(', 0 differ, ');
	expect(writtenReport()).toContain('| Form of dates | as expected | they are accepted |');
	expect(writtenReport()).toContain('None: the defaults fit.');
	for (const secret of [service.token, PHONE, PARAMS.name, service.accountId, service.flowId]) {
		expect(`${stdout}${writtenReport()}`).not.toContain(secret);
	}
	expect(service.ledger.phones).toEqual([PHONE]);
});

it('exits with 1 if something differs, and names the setting that follows', async () => {
	service.options.dates = 'date';
	const { status, stdout } = await run({ CHAT_COMMERCE_SEND: '' });
	expect(status).toBe(1);
	expect(stdout).toContain('Credential > More Settings > Date Format: Date\n');
	expect(writtenReport()).toContain('- Credential > More Settings > Date Format: Date\n');
	// Nothing is sent without the confirmation.
	expect(service.requestsTo('notifications')).toEqual([]);
	const untested = '| Accepted notification | not tested | sending was not confirmed |';
	expect(writtenReport()).toContain(untested);
});

it('ends with a clear sentence if the token is wrong, and tests nothing that depends on it', async () => {
	const { status, stderr } = await run({ CHAT_COMMERCE_TOKEN: 'another-token' });
	expect({ status, stderr }).toEqual({
		status: 2,
		stderr: '\nThe check could not run: the service refused the API token.',
	});
	const untested = '| Form of dates | not tested | the service refused the API token |';
	expect(writtenReport()).toContain('| Wrong token | as expected |');
	expect(writtenReport()).toContain(untested);
	expect(service.requests).toHaveLength(2);
});

it('ends at once with Ctrl-C, and says what was sent', async () => {
	service.options.states = Array<string>(1_000).fill('RUNNING');
	const { child, ended } = startProgram();
	while (service.requestsTo('status').length === 0) {
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	child.kill('SIGINT');
	const { status, stderr } = await ended;
	expect({ status, report: writtenReport() }).toEqual({ status: 2, report: undefined });
	expect(stderr).toBe('\nStopped. At most 2 messages were sent, and no report was written.\n');
});

it('asks nothing and calls nothing without a token, and names its variable', async () => {
	const { status, stderr } = await run({ CHAT_COMMERCE_TOKEN: '' });
	expect({ status, stderr, report: writtenReport() }).toEqual({
		status: 2,
		stderr: '\nCHAT_COMMERCE_TOKEN is missing: set it to the API token of your account',
		report: undefined,
	});
	expect(service.requests).toEqual([]);
});
