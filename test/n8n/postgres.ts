import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start } from '../tools/childProcess';
import { freePort } from './freePort';
import { until } from './until';

/** A PostgreSQL on loopback, in a folder of its own. It needs Debian's package postgresql. */
export interface Postgres {
	port: number;
	user: string;
	/** @returns the rows of a SELECT */
	query<T>(select: string): T[];
	/** @returns what psql prints */
	execute(sql: string): string;
	close(): Promise<void>;
}

const VERSIONS = '/usr/lib/postgresql';
const USER = 'n8n';
const INIT = ['-U', USER, '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];

/** Where Debian puts the newest one; undefined if there is none. */
export function postgresPrograms(): string | undefined {
	const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : [];
	return versions
		.toSorted((a, b) => Number(b) - Number(a))
		.map((version) => join(VERSIONS, version, 'bin'))
		.find((folder) => existsSync(join(folder, 'postgres')));
}

export async function startPostgres(): Promise<Postgres> {
	const programs = postgresPrograms();
	if (!programs) throw new Error('PostgreSQL is not installed: apt-get install postgresql');
	const port = await freePort();
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-postgres-'));
	const settings = { cwd: folder, ...ownerOf(folder) };
	const run = (program: string, args: string[]) =>
		// What it says on stderr is in the error, not on the screen: at first it is not started yet.
		execFileSync(join(programs, program), args, { ...settings, encoding: 'utf8', stdio: 'pipe' });
	const where = ['-h', '127.0.0.1', '-p', String(port)];
	const execute = (sql: string) =>
		run('psql', [...where, '-U', USER, '-d', 'postgres', '-XAtqc', sql]);
	const query = <T>(select: string): T[] => {
		const json = `SELECT coalesce(json_agg(selected), '[]') FROM (${select}) AS selected`;
		return JSON.parse(execute(json)) as T[];
	};
	run('initdb', ['-D', folder, ...INIT]);
	// Nothing of it must outlast a crash, so it need not wait for the disk.
	const options = ['-D', folder, '-k', folder, '-F', ...where];
	const child = start(join(programs, 'postgres'), options, process.env, settings);
	const close = async () => {
		await child.stop();
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		await until('PostgreSQL', () => query('SELECT 1'), { child });
	} catch (error) {
		await close();
		throw error;
	}
	return { port, user: USER, query, execute, close };
}

/** PostgreSQL refuses to run as root, for whom Debian's package has made a user of its own. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
	if (process.getuid?.() !== 0) return {};
	const idOf = (option: string) =>
		Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
	const owner = { uid: idOf('-u'), gid: idOf('-g') };
	chownSync(folder, owner.uid, owner.gid);
	return owner;
}
