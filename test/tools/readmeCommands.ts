import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/*
 * Runs the two commands of README > Try it as they are written there, with an empty home: in a fresh clone, to which
 * what is not committed yet is added.
 */

const LIMIT_MS = 20 * 60_000;

export function main(): void {
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-readme-'));
	const clone = join(folder, 'clone');
	const home = join(folder, 'home');
	mkdirSync(home);
	const env = newcomersEnvironment(home);
	try {
		copyProject(clone);
		for (const command of commandsToTry(readFileSync('README.md', 'utf8'))) {
			console.log(`\n$ ${command}`);
			const began = performance.now();
			const how = { cwd: clone, env, stdio: 'inherit', timeout: LIMIT_MS } as const;
			const { status } = spawnSync('bash', ['-c', command], how);
			const seconds = Math.round((performance.now() - began) / 1000);
			console.log(`\n"${command}" took ${seconds} s`);
			if (status !== 0) throw new Error(`"${command}" ended with ${status}`);
		}
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

/** As somebody has it who just came: nothing of npm is set or kept, and no program is this project's. */
function newcomersEnvironment(home: string): NodeJS.ProcessEnv {
	const kept = Object.entries(process.env).filter(
		([name]) =>
			!/^(npm_|JEST_|XDG_|(NODE_ENV|NODE_OPTIONS|NODE_PATH|ENGINE|INIT_CWD)$)/i.test(name),
	);
	const folders = (process.env.PATH ?? '').split(delimiter);
	const PATH = folders.filter((folder) => !folder.includes('node_modules')).join(delimiter);
	return { ...Object.fromEntries(kept), PATH, HOME: home };
}

function copyProject(target: string): void {
	const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
	const files = execFileSync('git', args, { encoding: 'utf8' }).split('\0');
	for (const file of files.filter((name) => existsSync(name) && name !== '')) {
		cpSync(file, join(target, file));
	}
}
