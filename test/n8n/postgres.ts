import { execFileSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { start, until } from './childProcess';
import { freePort } from './freePort';

/** A PostgreSQL on loopback, in a folder of its own. It needs Debian's package postgresql. */
export interface Postgres {
	port: number;
	user: string;
	/** @returns the rows of a SELECT */
	query<T>(select: string): T[];
	execute(statement: string): void;
	close(): Promise<void>;
}

const VERSIONS = '/usr/lib/postgresql';
const USER = 'n8n';
const MAX_OUTPUT = 2 ** 26;

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
	const owner = ownerOf(folder);
	const settings = { cwd: folder, ...owner };
	const remove = () => rmSync(folder, { recursive: true, force: true });
	const run = (program: string, args: string[]) =>
		execFileSync(join(programs, program), args, {
			...settings,
			encoding: 'utf8',
			stdio: 'pipe',
			maxBuffer: MAX_OUTPUT,
		});
	try {
		run('initdb', [
			'-D',
			folder,
			'-U',
			USER,
			'-A',
			'trust',
			'-E',
			'UTF8',
			'--no-locale',
			'--no-sync',
		]);
	} catch (error) {
		remove();
		throw error;
	}
	const where = ['-h', '127.0.0.1', '-p', String(port)];
	// Nothing of it must outlast a crash, so it need not wait for the disk.
	const child = start(
		join(programs, 'postgres'),
		['-D', folder, '-k', folder, '-F', ...where],
		process.env,
		settings,
	);
	const psql = (sql: string) =>
		run('psql', [...where, '-U', USER, '-d', 'postgres', '-XAtqc', sql]);
	const query = <T>(select: string): T[] =>
		JSON.parse(
			psql(`SELECT coalesce(json_agg(selected), '[]') FROM (${select}) AS selected`),
		) as T[];
	const close = async () => {
		await child.stop();
		remove();
	};
	try {
		await until('PostgreSQL', () => isReady(query), { child });
	} catch (error) {
		await close();
		throw error;
	}
	return { port, user: USER, query, execute: psql, close };
}

function isReady(query: Postgres['query']): boolean {
	try {
		return query('SELECT 1').length === 1;
	} catch {
		return false;
	}
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
