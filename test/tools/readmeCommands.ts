import { execFileSync, spawnSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/*
 * Runs the two commands of README > Try it as they are written there, with an empty home: in a fresh clone, to which
 * what is not committed yet is added. The first one also runs with an npm that is newer than that of most computers, on
 * a Node.js that is older than the project's own: such an npm runs only the install scripts that package.json allows.
 */

const NEWEST_NPM = { node: '22', npm: '12' };
const LIMIT_MS = 20 * 60_000;
/** For a registry that is slow. */
const PATIENCE = ['--fetch-retries=5', '--prefer-offline', '--no-audit', '--no-fund'];

export function main(): void {
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-readme-'));
	const [demo = '', tests = ''] = commandsToTry(readFileSync('README.md', 'utf8'));
	try {
		const newestNpm = join(folder, 'npm');
		installNewestNpm(newestNpm);
		tryIn(join(folder, 'newest'), demo, [join(newestNpm, 'node_modules/.bin')]);
		tryIn(join(folder, 'own'), demo);
		tryIn(join(folder, 'own'), tests);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** The commands of "Try it" that begin with `npm ci`: each is a code block of one line. */
export function commandsToTry(readme: string): string[] {
	const [, section = ''] = /^## Try it\n([^]*?)^##/m.exec(readme) ?? [];
	const commands = [...section.matchAll(/^```\n(npm ci .*)\n```$/gm)].map(([, line = '']) => line);
	if (commands.length !== 2) throw new Error(`README > Try it has ${commands.length} commands`);
	return commands;
}

function installNewestNpm(folder: string): void {
	mkdirSync(folder);
	const manifest = { dependencies: NEWEST_NPM, allowScripts: { node: true } };
	writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
	execFileSync('npm', ['install', ...PATIENCE], { cwd: folder, stdio: 'inherit' });
}

/** @param programs folders of programs that come before the computer's own */
function tryIn(folder: string, command: string, programs: string[] = []): void {
	const cwd = join(folder, 'clone');
	const home = join(folder, 'home');
	mkdirSync(home, { recursive: true });
	copyProject(cwd);
	const env = newcomersEnvironment(home, programs);
	const npm = execFileSync('npm', ['--version'], { encoding: 'utf8', env }).trim();
	console.log(`\nWith npm ${npm}:\n$ ${command}`);
	const began = performance.now();
	const { status } = spawnSync('bash', ['-c', command], {
		cwd,
		env,
		stdio: 'inherit',
		timeout: LIMIT_MS,
	});
	const seconds = Math.round((performance.now() - began) / 1000);
	console.log(`\n"${command}" took ${seconds} s`);
	if (status !== 0) throw new Error(`"${command}" ended with ${status}`);
}

/** As somebody has it who just came: nothing of npm is set or kept, and no program is this project's. */
function newcomersEnvironment(home: string, programs: string[]): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(
		([name]) =>
			!/^(npm_|JEST_|XDG_|(NODE_ENV|NODE_OPTIONS|NODE_PATH|ENGINE|INIT_CWD)$)/i.test(name),
	);
	const folders = (process.env.PATH ?? '').split(delimiter);
	const others = folders.filter((folder) => !folder.includes('node_modules'));
	return {
		...Object.fromEntries(kept),
		PATH: [...programs, ...others].join(delimiter),
		HOME: home,
	};
}

function copyProject(target: string): void {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const files = execFileSync('git', args, { encoding: 'utf8' }).split('\0');
	for (const file of files.filter((name) => existsSync(name) && name !== '')) {
		cpSync(file, join(target, file));
	}
}
