import { parseArgs } from 'node:util';
import { NEWEST, OLDEST } from '../n8n/installation';
import { type Check, runChecks } from './checks';

/*
 * The steps of `.ci/run`: two lanes of about the same length, each in its order. While n8n is waited for, the other lane
 * computes.
 */

const step = (name: string, ...command: string[]): Check => ({ name, command });
const program = (name: string, path: string, ...args: string[]) =>
	step(name, 'node', 'test/run.mjs', path, ...args);
const inN8n = (name: string, path: string) =>
	step(name, 'jest', '--config', 'jest.n8n.config.js', `test/n8n/${path}`);

const SYSTEM = `command -v redis-server >/dev/null && [ -x "\${CHROMIUM:-/usr/bin/chromium}" ] && [ -d /usr/lib/postgresql ] && exit
apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server chromium postgresql >/dev/null`;

const FIRST_LANE: Check[] = [
	step('system', 'bash', '-c', SYSTEM),
	inN8n(`n8n ${NEWEST}`, 'newest'),
	inN8n(`n8n ${OLDEST}`, 'oldest'),
	program('oldest engine', 'test/engines/engines.ts'),
	program('scan', 'test/scan/scan.ts'),
	program('tarball', 'test/scan/tarball.ts'),
	program('sbom', 'test/scan/sbom.ts'),
];

const SECOND_LANE: Check[] = [
	program('guard', 'benchmark/guard.ts'),
	program('lint', 'test/tools/lint.ts'),
	// All of `npm test` among them.
	program('the commands of README', 'test/tools/readmeCommands.ts'),
];

/* What `.ci/run --all` runs besides. */

const MORE_OF_FIRST: Check[] = [
	inN8n('two clicks on every example', 'all/firstHour'),
	inN8n('older n8n, all suites', 'all/otherVersions'),
	inN8n('queue mode, killed workers', 'all/queueMode'),
	inN8n('forbidden addresses', 'all/protection'),
	inN8n('the defaults of n8n 3.0', 'all/threeDefaults'),
	inN8n('as in an image', 'all/image'),
];

const MORE_OF_SECOND: Check[] = [
	...['1.122.0', '2.0.0', '2.11.1', '2.20.0', '2.30.4'].map((core) =>
		program(`engine ${core}`, 'test/engines/engines.ts', '--full', '--engine', core),
	),
	program('two builds are the same', 'test/reproducible.ts'),
];

export async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			all: { type: 'boolean', default: false },
			only: { type: 'string', default: '' },
		},
	});
	const only = new RegExp(values.only);
	const wanted = (steps: Check[], more: Check[]) =>
		[...steps, ...(values.all ? more : [])].filter(({ name }) => only.test(name));
	await runChecks(wanted(FIRST_LANE, MORE_OF_FIRST), wanted(SECOND_LANE, MORE_OF_SECOND));
}
