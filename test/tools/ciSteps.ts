import { BEFORE, BETWEEN, NEWEST, OLDEST } from '../n8n/installation';

export interface Step {
	name: string;
	/** How many processor cores it keeps busy; what mostly waits runs beside what computes. */
	cores: number;
	command: string[];
	/** Steps that must have ended before; without what they make, this one fails. */
	after: string[];
}

const step = (name: string, cores: number, command: string[], after: string[] = []): Step => {
	return { name, cores, command, after };
};
const program = (path: string, ...args: string[]) => ['node', 'test/run.mjs', path, ...args];
const npmRun = (script: string) => ['npm', 'run', '--silent', script];

const install = (what: 'n8n' | 'engine', version: string) =>
	step(`install ${what} ${version}`, 1, program('test/tools/install.ts', `--${what}`, version));
const JEST = ['node', 'node_modules/jest/bin/jest.js', '--config', 'jest.n8n.config.js'];
const inN8n = (name: string, cores: number, path: string, versions: string[]) => {
	const installs = versions.map((version) => `install n8n ${version}`);
	return step(name, cores, [...JEST, `test/n8n/${path}`], ['system', 'build', ...installs]);
};

const SYSTEM = `command -v redis-server >/dev/null && [ -x "\${CHROMIUM:-/usr/bin/chromium}" ] && [ -d /usr/lib/postgresql ] && exit
apt-get update -qq && apt-get install -y -qq --no-install-recommends redis-server chromium postgresql >/dev/null`;
const OLDEST_ENGINE = '1.122.0';
const ENGINES = program('test/engines/engines.ts');

/**
 * Of each change. A step that takes long stands before those that take less time. `README` runs the commands of
 * README > Try it, `npm test` among them.
 */
export const STEPS: Step[] = [
	step('system', 0.5, ['bash', '-c', SYSTEM]),
	step('build', 1, npmRun('build')),
	install('n8n', NEWEST),
	install('n8n', OLDEST),
	inN8n(`n8n ${NEWEST}`, 0.6, 'newest', [NEWEST]),
	step('README', 1, program('test/tools/readmeCommands.ts')),
	install('engine', OLDEST_ENGINE),
	step('oldest engine', 0.5, ENGINES, [`install engine ${OLDEST_ENGINE}`]),
	step('lint', 1, npmRun('lint')),
	step('guard', 1, program('benchmark/guard.ts'), ['build']),
	inN8n(`n8n ${OLDEST}`, 0.4, 'oldest', [OLDEST]),
	step('scan', 1, program('test/scan/scan.ts'), ['build']),
	step('tarball', 0.5, program('test/scan/tarball.ts'), ['build']),
	step('sbom', 0.5, program('test/scan/sbom.ts'), ['build']),
];

const wholeEngine = (core: string): Step[] => [
	...(core === OLDEST_ENGINE ? [] : [install('engine', core)]),
	step(`engine ${core}`, 0.8, [...ENGINES, '--full', '--engine', core], [`install engine ${core}`]),
];
const alone = (name: string, path: string, versions: string[] = []) =>
	inN8n(name, 0.6, `all/${path}`, [NEWEST, ...versions]);

/** What `.ci/run --all` runs besides. */
export const MORE_STEPS: Step[] = [
	...[OLDEST_ENGINE, '2.0.0', '2.11.1', '2.20.0', '2.30.4'].flatMap(wholeEngine),
	install('n8n', BEFORE),
	install('n8n', BETWEEN),
	alone('two clicks on every example', 'firstHour'),
	alone('older n8n, all suites', 'otherVersions', [BEFORE, BETWEEN, OLDEST]),
	alone('queue mode, killed workers', 'queueMode'),
	alone('forbidden addresses', 'protection'),
	alone('the defaults of n8n 3.0', 'threeDefaults'),
	alone('as in an image', 'image'),
	step('two builds are the same', 1, program('test/reproducible.ts')),
];
