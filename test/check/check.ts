import '../engine/isolateHome';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counted } from '../../nodes/shared/text';
import { allowAllHosts } from '../engine/loopbackOnly';
import { askForMissing, type Terminal } from './ask';
import { reportOf } from './report';
import { openSession, runCheck, type Session, whyItCannotRun } from './runCheck';
import { CannotRun, givenBy, MAX_MESSAGES, settingsOf, VARIABLES } from './settings';

/** Exit statuses: something differs; the check could not run. */
const DIFFERS = 1;
const COULD_NOT_RUN = 2;
const SIGN_OF_LIFE_MS = 10_000;

const HELP = `npm run check -- [--report FILE]

Finds out whether the service behaves as the nodes assume, and which settings of the
credential and the nodes follow for your account. It takes about five minutes.

It sends about eight small queries, and one bulk export, of yesterday, and keeps within
Calls per Minute. It sends at most ${MAX_MESSAGES} messages, all of them to your own phone, and only
if you say yes. They may be charged.

The settings are environment variables. In a terminal, it asks for those that are missing.
${Object.values(VARIABLES)
	.map(([variable, meaning]) => `  ${variable.padEnd(33)}${meaning}`)
	.join('\n')}

The report is written to check-report.md, or to FILE. It may be published: it has no
token, phone, ID, address, name or value of your data.

Exit status: 0 if all that was tested is as expected, ${DIFFERS} if something differs, ${COULD_NOT_RUN} if it
could not run, for example because the token was refused.`;

/** What Ctrl-C ends. */
let underWay: Session | undefined;

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
		const { help, report: path } = optionsIn(args);
		if (help) {
			console.log(HELP);
			return 0;
		}
		const given = givenBy(env);
		const settings = settingsOf(terminal ? await askForMissing(given, terminal) : given);
		console.log('The service allows few calls a minute, so this takes minutes. Ctrl-C ends it.');
		const session = openSession(settings);
		underWay = session;
		const { results, exports } = session;
		const sayHowFar = () =>
			console.log(`${results.size} assumptions tested; ${String(exports.progress)}`);
		const timer = setInterval(sayHowFar, SIGN_OF_LIFE_MS);
		await runCheck(session).finally(() => clearInterval(timer));
		sayHowFar();
		const report = reportOf(session);
		console.log(`\n${report}`);
		writeFileSync(path, report);
		console.log(`Please paste ${resolve(path)} into an issue: "Check results".`);
		if (whyItCannotRun(session)) return COULD_NOT_RUN;
		return [...results.values()].some(({ outcome }) => outcome === 'differs') ? DIFFERS : 0;
	} catch (error) {
		// Any other error is a bug of the check, whose place a developer wants to see.
		console.error(error instanceof CannotRun ? `\n${error.message}` : error);
		return COULD_NOT_RUN;
	}
}

/** @throws CannotRun */
function optionsIn(args: string[]): { help: boolean; report: string } {
	const help = { type: 'boolean', default: false } as const;
	const report = { type: 'string', default: 'check-report.md' } as const;
	try {
		return parseArgs({ args, options: { help, report } }).values;
	} catch (error) {
		throw new CannotRun(`${(error as Error).message}. See npm run check -- --help`);
	}
}

function stop(): void {
	const messages = underWay?.notifications.possible ?? 0;
	const sent =
		messages === 0 ? 'No message was sent' : `${counted(messages, 'message')} may have been sent`;
	console.error(`\nStopped. ${sent}, and no report was written.`);
	process.exit(COULD_NOT_RUN);
}
