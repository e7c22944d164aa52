import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/*
 * Runs the two commands of README > Try it as they are written there, in a fresh clone of what is committed, with an empty
 * home. The first one also runs with an npm that is newer than that of most computers, on a Node.js that is older than the
 * project's own: such an npm runs only the install scripts that package.json allows.
 */

const NEWEST_NPM = { dependencies: { node: '22', npm: '12' }, allowScripts: { node: true } };

export function main(): void {
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-readme-'));
	try {
		const [, section = ''] =
			/^## Try it\n([^]*?)^##/m.exec(readFileSync('README.md', 'utf8')) ?? [];
		const commands = [...section.matchAll(/^```\n(npm ci .*)\n```$/gm)].map(
			([, line = '']) => line,
		);
		const [demo, tests, ...more] = commands;
		if (!demo || !tests || more.length > 0) throw new Error(`It has ${commands.length} commands`);
		const npm = join(folder, 'npm');
		mkdirSync(npm);
		writeFileSync(join(npm, 'package.json'), JSON.stringify(NEWEST_NPM));
		execFileSync('npm', ['install', '--no-audit', '--no-fund'], { cwd: npm, stdio: 'inherit' });
		tryIn(join(folder, 'newest'), demo, join(npm, 'node_modules/.bin'));
		tryIn(join(folder, 'own'), demo);
		tryIn(join(folder, 'own'), tests);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @param programs a folder of programs that comes before the computer's own */
function tryIn(folder: string, command: string, programs = ''): void {
	const cwd = join(folder, 'clone');
	const home = join(folder, 'home');
	if (mkdirSync(home, { recursive: true })) execFileSync('git', ['clone', '--quiet', '.', cwd]);
	const env = newcomersEnvironment(home, programs);
	const npm = execFileSync('npm', ['--version'], { encoding: 'utf8', env }).trim();
	console.log(`\nWith npm ${npm}:\n$ ${command}`);
	const { status } = spawnSync('bash', ['-c', command], { cwd, env, stdio: 'inherit' });
	if (status !== 0) throw new Error(`"${command}" ended with ${status}`);
}

/** As somebody has it who just came: nothing of npm is set or kept, and no program is this project's. */
function newcomersEnvironment(home: string, programs: string): NodeJS.ProcessEnv {
	const OWN = /^(npm_|JEST_|XDG_|(NODE_ENV|NODE_OPTIONS|NODE_PATH|ENGINE|INIT_CWD)$)/i;
	const kept = Object.entries(process.env).filter(([name]) => !OWN.test(name));
	const folders = (process.env.PATH ?? '').split(delimiter);
	const others = folders.filter((folder) => !folder.includes('node_modules'));
	return {
		...Object.fromEntries(kept),
		PATH: [programs, ...others].filter(Boolean).join(delimiter),
		HOME: home,
	};
}
