import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { serviceForEach } from '../support/serviceForEach';
import { startCheck } from './runCheck';
import { givenFor, PARAMS, PHONE, QUICK, settingsFor } from './simulated';

/* npm run check as a script runs it: a process of its own, without a terminal. */

// A job is done at the first look, so that nothing has to be waited for.
const service = serviceForEach({ states: [] });

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'chat-commerce-check-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Ended {
	status: number | null;
	stdout: string;
	stderr: string;
	/** Undefined if there is none. */
	report: string | undefined;
}

function startProgram(given: Record<string, string>, args: string[] = []) {
	const others = Object.entries(process.env).filter(([name]) => !name.startsWith('CHAT_COMMERCE_'));
	const report = join(folder, 'report.md');
	const child = spawn(
		process.execPath,
		['test/run.mjs', 'test/check/check.ts', '--report', report, ...args],
		{ env: { ...Object.fromEntries(others), ...given }, stdio: ['ignore', 'pipe', 'pipe'] },
	);
	const ended = async (): Promise<Ended> => {
		const [stdout, stderr, [status]] = await Promise.all([
			text(child.stdout),
			text(child.stderr),
			once(child, 'close') as Promise<[number | null]>,
		]);
		const written = existsSync(report) ? readFileSync(report, 'utf8') : undefined;
		return { status, stdout, stderr, report: written };
	};
	return { child, ended: ended() };
}

async function run(given: Record<string, string>, args?: string[]): Promise<Ended> {
	return await startProgram(given, args).ended;
}

it('exits with 0 if all is as expected, and writes a report without a word of the user', async () => {
	const { status, stdout, stderr, report = '' } = await run(givenFor(service));
	expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
	expect(stdout).toMatch(/^Form of dates +as expected +they are accepted$/m);
	expect(stdout).toContain(', 0 differ, ');
	expect(report).toContain('| Form of dates | as expected | they are accepted |');
	expect(report).toContain('None: the defaults fit.');
	for (const secret of [service.token, PHONE, PARAMS.name, service.accountId, service.flowId]) {
		expect(`${stdout}${report}`).not.toContain(secret);
	}
	expect(service.ledger.phones).toEqual([PHONE, PHONE]);
});

it('exits with 1 if something differs, and names the setting that follows', async () => {
	service.options.dates = 'date';
	const { status, stdout, report } = await run({ ...givenFor(service), CHAT_COMMERCE_SEND: '' });
	expect(status).toBe(1);
	expect(stdout).toContain('Credential > More Settings > Date Format: Date\n');
	expect(report).toContain('- Credential > More Settings > Date Format: Date\n');
	// Nothing is sent without the confirmation.
	expect(service.requestsTo('notifications')).toEqual([]);
	expect(report).toContain('| Accepted notification | not tested | sending was not confirmed |');
});

it('ends with a clear sentence if the token is wrong, and tests nothing that depends on it', async () => {
	const given = { ...givenFor(service), CHAT_COMMERCE_TOKEN: 'another-token' };
	const { status, stderr, report } = await run(given);
	expect({ status, stderr }).toEqual({
		status: 2,
		stderr: '\nThe check could not run: the service refused the API token.\n',
	});
	expect(report).toContain('| Wrong token | as expected |');
	expect(report).toContain('| Form of dates | not tested | the service refused the API token |');
	expect(service.requests).toHaveLength(2);
});

it('ends with a clear sentence if there is no network', async () => {
	const given = {
		CHAT_COMMERCE_TOKEN: 'any-token',
		CHAT_COMMERCE_ANALYTICS_URL: 'http://127.0.0.1:9',
	};
	const { status, stderr } = await run(given);
	expect(status).toBe(2);
	expect(stderr).toContain('the host of the service could not be reached');
});

it('ends with a clear sentence if the service never answers', async () => {
	service.faults.add('query', { kind: 'stall' }, 100);
	service.faults.add('notifications', { kind: 'stall' }, 100);
	const limits = { ...QUICK, answerMs: 200 };
	const { cannotRun, messages } = await startCheck(settingsFor(service), limits).result;
	expect(String(cannotRun)).toBe('the service did not answer within 1 seconds');
	// Nobody knows whether the one that was sent has been carried out, so nothing else is sent.
	expect(messages).toBe(1);
	expect(service.requestsTo('notifications')).toHaveLength(1);
	expect(service.requestsTo('query')).toHaveLength(1);
});

it('ends at once with Ctrl-C, and says what was sent', async () => {
	service.options.states = Array<string>(1_000).fill('RUNNING');
	const { child, ended } = startProgram(givenFor(service));
	while (service.requestsTo('status').length === 0) {
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	child.kill('SIGINT');
	const { status, stderr, report } = await ended;
	expect({ status, report }).toEqual({ status: 2, report: undefined });
	expect(stderr).toBe('\nStopped. At most 3 messages were sent, and no report was written.\n');
});

it('asks nothing and calls nothing without a token, and names its variable', async () => {
	const { status, stderr, report } = await run({ ...givenFor(service), CHAT_COMMERCE_TOKEN: '' });
	expect({ status, stderr, report }).toEqual({
		status: 2,
		stderr: '\nCHAT_COMMERCE_TOKEN is missing: set it to the API token of your account\n',
		report: undefined,
	});
	expect(service.requests).toEqual([]);
});
