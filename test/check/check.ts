import '../engine/isolateHome';
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { styleText } from 'node:util';
import { tableOf, wrapped } from '../demo/table';
import { withProgress } from '../demo/progress';
import { allowAllHosts } from '../engine/loopbackOnly';
import { askForMissing, isConfirmed, type Terminal } from './ask';
import { MAX_MESSAGES } from './notificationSteps';
import { countsOf, OUTCOMES, reportOf, seenOf } from './report';
import { type CheckResult, startCheck, type StartedCheck } from './runCheck';
import { CannotRun, type CheckSettings, givenBy, reportPath, settingsOf } from './settings';

/*
 * npm run check: does the real service behave as we think? It only reads, unless the user lets it send messages to the
 * user's own phone.
 */

/** Exit statuses: something differs; the check could not run. */
const DIFFERS = 1;
const COULD_NOT_RUN = 2;
const MAX_WIDTH = 120;

/** What Ctrl-C ends. */
let underWay: StartedCheck | undefined;

export async function main(): Promise<void> {
	const { stdin: input, stdout: output } = process;
	// As with `| head`: nobody reads on.
	output.on('error', () => process.exit(COULD_NOT_RUN));
	for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
	// Nothing else of this project may call other hosts than this one.
	allowAllHosts();
	const terminal = input.isTTY && output.isTTY ? { input, output } : undefined;
	process.exitCode = await checkAndReport(process.argv.slice(2), process.env, terminal);
	// A server that never answers may keep a connection of a node open. What was written must have left before.
	output.write('', () => process.exit());
}

/** Without a terminal, it asks nothing. @returns the exit status */
export async function checkAndReport(
	args: string[],
	env: NodeJS.ProcessEnv,
	terminal?: Terminal,
): Promise<number> {
	try {
		const path = writablePath(reportPath(args));
		const settings = await readSettings(env, terminal);
		say(
			'',
			'The service allows few calls a minute, so this takes some minutes. Ctrl-C ends it.',
			'',
		);
		const started = startCheck(settings);
		underWay = started;
		const begunAt = performance.now();
		const time = () => (performance.now() - begunAt) / 1000;
		const watched = { text: started.progress, time };
		const result = await withProgress(process.stdout, watched, async () => await started.result);
		writeFileSync(path, reportOf(result, settings));
		show(result, path);
		return statusOf(result);
	} catch (error) {
		// Any other error is a bug of the check, whose place a developer wants to see.
		console.error(error instanceof CannotRun ? `\n${error.message}` : error);
		return COULD_NOT_RUN;
	}
}

/** @throws CannotRun */
async function readSettings(
	env: NodeJS.ProcessEnv,
	terminal: Terminal | undefined,
): Promise<CheckSettings> {
	const given = givenBy(env);
	if (!terminal) return settingsOf(given);

	const settings = settingsOf(await askForMissing(given, terminal));
	const { phone, template, maySend } = settings;
	if (maySend || phone === '' || template === '') return settings;
	say(
		'',
		`Messages: at most ${MAX_MESSAGES}, all of them to ${phone}. They may cost what messages cost.`,
	);
	const question = `Type yes to send up to ${MAX_MESSAGES} messages to ${phone}, or press Enter to send none: `;
	return { ...settings, maySend: await isConfirmed(question, terminal) };
}

/** @throws CannotRun */
function writablePath(given: string): string {
	const path = resolve(given);
	if (existsSync(dirname(path))) return path;
	throw new CannotRun(`The folder of the report does not exist: ${dirname(path)}`);
}

function stop(): void {
	const messages = underWay?.messages() ?? 0;
	const sent = messages === 0 ? 'No message was sent' : `At most ${messages} messages were sent`;
	console.error(`\nStopped. ${sent}, and no report was written.`);
	process.exit(COULD_NOT_RUN);
}

function statusOf({ groups, cannotRun }: CheckResult): number {
	if (cannotRun) return COULD_NOT_RUN;
	const results = groups.flatMap(({ tested }) => tested.map(({ result }) => result.outcome));
	return results.includes('differs') ? DIFFERS : 0;
}

function show(result: CheckResult, path: string): void {
	const { groups, settings, messages, cannotRun } = result;
	for (const { title, tested } of groups) {
		say('', heading(title));
		const columns = [
			{ heading: 'assumption', cells: tested.map(({ assumption }) => assumption.title) },
			{ heading: 'result', cells: tested.map((one) => OUTCOMES[one.result.outcome]) },
			{ heading: 'seen', cells: tested.map((one) => seenOf(one.result)) },
		];
		say(...tableOf(columns, width()));
	}
	say('', `${countsOf(groups.flatMap(({ tested }) => tested))}.`);
	showSettings(settings);
	if (messages > 0) {
		say(`Your phone got ${messages} messages at most. If it got more, tell us in an issue.`);
	}
	say(
		...wrapped(
			`The report is in ${path}. It has no token, phone, name or value of your data.`,
			width(),
		),
		'Please paste it into an issue: "Check results".',
	);
	if (cannotRun) console.error(`\nThe check could not run: ${String(cannotRun)}.`);
}

function showSettings(settings: CheckResult['settings']): void {
	if (settings.length === 0) return;
	say('', heading('Settings that follow'));
	for (const { place, value } of settings) say(`${place}: ${String(value)}`);
	say('');
}

function heading(text: string): string {
	return process.stdout.isTTY ? styleText('bold', text) : text;
}

function width(): number {
	return Math.min(MAX_WIDTH, process.stdout.columns || MAX_WIDTH);
}

function say(...lines: string[]): void {
	for (const line of lines) console.log(line);
}
