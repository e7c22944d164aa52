import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { usePackages } from './cachedPackages';

let root: string;
const { XDG_CACHE_HOME } = process.env;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'chat-commerce-cache-'));
	process.env.XDG_CACHE_HOME = join(root, 'cache');
});
afterEach(() => {
	if (XDG_CACHE_HOME === undefined) delete process.env.XDG_CACHE_HOME;
	else process.env.XDG_CACHE_HOME = XDG_CACHE_HOME;
	rmSync(root, { recursive: true, force: true });
});

/** A clone with a lock file. @returns installs, and tells what it then has */
function clone(name: string, lock: string) {
	const folder = join(root, name);
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, 'lock'), lock);
	return (install: (made: string) => void = () => {}, builtFor = '') => {
		const made: string[] = [];
		usePackages({
			folder,
			files: ['lock'],
			builtFor,
			install(into) {
				made.push(into);
				mkdirSync(join(into, 'node_modules'));
				writeFileSync(join(into, 'node_modules/version'), readFileSync(join(into, 'lock')));
				install(into);
			},
		});
		const version = readFileSync(join(folder, 'node_modules/version'), 'utf8');
		return { installs: made.length, version };
	};
}

const kept = () => readdirSync(join(root, 'cache/n8n-nodes-chat-commerce'));

it('is installed once for each lock file and Node, whatever clone wants it', () => {
	expect(clone('a/engine', 'v1')()).toEqual({ installs: 1, version: 'v1' });
	expect(clone('a/engine', 'v1')()).toEqual({ installs: 0, version: 'v1' });
	expect(clone('b/engine', 'v1')()).toMatchObject({ version: 'v1' });
	expect(clone('a/engine', 'v2')()).toEqual({ installs: 1, version: 'v2' });
	expect(clone('a/engine', 'v1')()).toEqual({ installs: 0, version: 'v1' });
	expect(clone('a/engine', 'v1')(() => {}, 'another Node')).toMatchObject({ installs: 1 });
});

it('leaves nothing of an installation that fails, and is tried again', () => {
	const fail = () => {
		throw new Error('no network');
	};
	expect(() => clone('a', 'v1')(fail)).toThrow('no network');
	expect(kept()).toEqual([]);
	expect(clone('a', 'v1')()).toEqual({ installs: 1, version: 'v1' });
});

it('keeps one of two that are made at the same time', () => {
	const meanwhile = () => expect(clone('a', 'v1')()).toMatchObject({ version: 'v1' });
	expect(clone('a', 'v1')(meanwhile)).toEqual({ installs: 1, version: 'v1' });
	expect(kept()).toHaveLength(1);
});
