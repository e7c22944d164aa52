import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingProgramsError, settingsOfGyp } from '../n8n/installation';
import { InstallerError } from './cachedPackages';

const FOLDER = mkdtempSync(join(tmpdir(), 'chat-commerce-installation-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** A Node of version 30.2.1, where an archive of nodejs.org was unpacked. @param headers their version */
function makeNode(name: string, headers?: [major: number, minor: number, patch: number]) {
	const folder = join(FOLDER, name);
	const node = join(folder, 'bin/node');
	mkdirSync(join(folder, 'bin'), { recursive: true });
	writeFileSync(node, '#!/bin/sh\necho v30.2.1\n', { mode: 0o755 });
	if (headers) {
		const include = join(folder, 'include/node');
		mkdirSync(include, { recursive: true });
		const [major, minor, patch] = headers;
		const lines = [
			`#define NODE_MAJOR_VERSION ${major}`,
			`#define NODE_MINOR_VERSION ${minor}`,
			`#define NODE_PATCH_VERSION ${patch}`,
		];
		writeFileSync(join(include, 'node_version.h'), lines.join('\n'));
		writeFileSync(join(include, 'common.gypi'), '');
	}
	return { folder, node };
}

it('compiles with the headers that npm installed with the Node of this project', () => {
	const { npm_config_nodedir: folder } = settingsOfGyp('node_modules/node/bin/node');
	expect(folder).toMatch(/node_modules\/node-[\w-]+$/);
});

it('compiles with the headers that stand beside a Node', () => {
	const { folder, node } = makeNode('whole', [30, 2, 1]);
	expect(settingsOfGyp(node)).toEqual({ npm_config_nodedir: folder });
});

it('leaves it to node-gyp to get headers where none are, or those of another version', () => {
	expect(settingsOfGyp(makeNode('bare').node)).toEqual({});
	expect(settingsOfGyp(makeNode('mixed', [30, 2, 0]).node)).toEqual({});
});

describe('When node-gyp has failed', () => {
	const failure = new InstallerError('`npx …` failed', 'node-gyp rebuild\ngyp ERR! not ok');
	const programs = (...names: string[]) => {
		const folder = mkdtempSync(join(FOLDER, 'programs-'));
		for (const name of names) writeFileSync(join(folder, name), '');
		return [folder];
	};

	it('says what is not installed, in one sentence', () => {
		expect(missingProgramsError(failure, programs('python3'))?.message).toBe(
			'github.com could not be reached, so SQLite has to be compiled: install make and a C++ compiler ' +
				'(on Debian and Ubuntu: apt-get install python3 make g++), and start again.',
		);
	});

	it('has no such advice where all is installed, or where something else failed', () => {
		expect(missingProgramsError(failure, programs('python3', 'make', 'c++'))).toBeUndefined();
		const other = new InstallerError('`npx …` failed', 'ENOSPC: no space left on device');
		expect(missingProgramsError(other, programs())).toBeUndefined();
		expect(missingProgramsError(new Error('gyp ERR!'), programs())).toBeUndefined();
	});
});
