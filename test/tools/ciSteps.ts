import { BETWEEN, NEWEST, OLDEST } from '../n8n/installation';

/** One step of `.ci/run`. */
export interface Step {
	name: string;
	/** What counts as passed and failed: the step itself, its tests, or what it says in its last line. */
	counts: 'itself' | 'jest' | 'lastLine';
	command: string[];
	/** How many processor cores it keeps busy, as measured; what mostly waits runs beside what computes. */
	cores: number;
	/** Steps that must have passed before. */
	after?: string[];
}

const program = (path: string, ...args: string[]) => ['node', 'test/run.mjs', path, ...args];
const inN8n = (path: string) => ['node', JEST, '--config', 'jest.n8n.config.js', path];
const JEST = 'node_modules/jest/bin/jest.js';

const installN8n = (version: string): Step => ({
	name: `install n8n ${version}`,
	counts: 'itself',
	command: program('test/tools/install.ts', '--n8n', version),
	cores: 1,
});
const installEngine = (core: string): Step => ({
	name: `install engine ${core}`,
	counts: 'itself',
	command: program('test/tools/install.ts', '--engine', core),
	cores: 1,
});

const SYSTEM = `command -v redis-server >/dev/null && [ -x "\${CHROMIUM:-/usr/bin/chromium}" ] && [ -d /usr/lib/postgresql ] && exit
apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server chromium postgresql >/dev/null`;

/** Of each change. A step that takes long stands before those that take less time. */
export const STEPS: Step[] = [
	{ name: 'system', counts: 'itself', command: ['bash', '-c', SYSTEM], cores: 0.5 },
	{ name: 'build', counts: 'itself', command: ['npm', 'run', '--silent', 'build'], cores: 1 },
	installN8n(NEWEST),
	installN8n(OLDEST),
	{
		name: `n8n ${NEWEST}`,
		counts: 'jest',
		command: inN8n('test/n8n/newest'),
		cores: 0.6,
		after: ['system', 'build', `install n8n ${NEWEST}`],
	},
	{ name: 'faults', counts: 'lastLine', command: program('test/faults/faults.ts'), cores: 0.4 },
	{
		name: 'test',
		counts: 'jest',
		command: ['npm', 'test', '--silent', '--', '--ci'],
		cores: 1,
	},
	installEngine('1.122.0'),
	{
		name: 'oldest engine',
		counts: 'lastLine',
		command: program('test/engines/engines.ts'),
		cores: 0.5,
		after: ['install engine 1.122.0'],
	},
	{
		name: 'readings',
		counts: 'lastLine',
		command: program('test/readings/readings.ts'),
		cores: 0.4,
	},
	{ name: 'lint', counts: 'itself', command: ['npm', 'run', '--silent', 'lint'], cores: 1 },
	{
		name: 'guard',
		counts: 'itself',
		command: program('benchmark/guard.ts'),
		cores: 1,
		after: ['build'],
	},
	{
		name: `n8n ${OLDEST}`,
		counts: 'jest',
		command: inN8n('test/n8n/oldest'),
		cores: 0.4,
		after: ['build', `install n8n ${OLDEST}`],
	},
	{
		name: 'scan',
		counts: 'itself',
		command: program('test/scan/scan.ts'),
		cores: 1,
		after: ['build'],
	},
	{
		name: 'tarball',
		counts: 'lastLine',
		command: program('test/scan/tarball.ts'),
		cores: 0.5,
		after: ['build'],
	},
	{
		name: 'demo',
		counts: 'itself',
		command: program('test/demo/demo.ts'),
		cores: 0.4,
		after: ['build'],
	},
];

const wholeEngine = (core: string): Step[] => [
	...(core === '1.122.0' ? [] : [installEngine(core)]),
	{
		name: `engine ${core}`,
		counts: 'lastLine',
		command: program('test/engines/engines.ts', '--whole', '--engine', core),
		cores: 0.8,
		after: [`install engine ${core}`],
	},
];

const inN8nAlone = (name: string, path: string, after: string[] = []): Step => ({
	name,
	counts: 'jest',
	command: inN8n(`test/n8n/all/${path}`),
	cores: 0.6,
	after: ['system', 'build', `install n8n ${NEWEST}`, ...after],
});

/** What `.ci/run --all` runs besides. */
export const MORE_STEPS: Step[] = [
	...['1.122.0', '2.0.0', '2.11.1', '2.20.0', '2.30.4'].flatMap(wholeEngine),
	installN8n(BETWEEN),
	inN8nAlone('two clicks on every example', 'firstHour'),
	inN8nAlone(`n8n ${BETWEEN} and ${OLDEST}, all suites`, 'otherVersions', [
		`install n8n ${BETWEEN}`,
		`install n8n ${OLDEST}`,
	]),
	inN8nAlone('killed while it notifies', 'manyNotifications'),
	inN8nAlone('queue mode, killed workers', 'queueMode'),
	inN8nAlone('a wait through a restart', 'waitThroughRestart'),
	inN8nAlone('only new days, for twelve days', 'twelveDays', [
		`install n8n ${BETWEEN}`,
		`install n8n ${OLDEST}`,
	]),
	inN8nAlone('forbidden addresses', 'protection'),
	{
		name: 'two builds are the same',
		counts: 'itself',
		command: program('test/reproducible.ts'),
		cores: 1,
	},
];
