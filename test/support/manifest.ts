import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

interface Manifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
	devDependencies: Record<string, string>;
}

export function manifest(): Manifest {
	return JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
}

interface PackedPackage {
	name: string;
	filename: string;
	version: string;
	size: number;
	files: Array<{ path: string }>;
}

/** The one package that `npm pack --json` printed: in a list, or by its name. */
export function packedPackage(json: string): PackedPackage {
	const [packed] = Object.values(JSON.parse(json) as Record<string, PackedPackage>);
	if (packed === undefined) throw new Error('npm pack made no package');
	return packed;
}

/** The packages of which the built files contain code: esbuild names each of their files. */
export function bundledPackages(): string[] {
	const NAMES = /^\s*\/\/ \S*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm;
	const texts = globSync('dist/**/*.js').map((file) => readFileSync(file, 'utf8'));
	const names = texts.flatMap((text) => [...text.matchAll(NAMES)].map(([, name = '']) => name));
	return [...new Set(names)].sort();
}

/** Packs the project, and unpacks the tarball into a folder, as npm does for who installs it. */
export function unpackInto(folder: string): PackedPackage {
	const args = ['pack', '--json', '--pack-destination', folder];
	const json = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
	const packed = packedPackage(json);
	const tarball = join(folder, packed.filename);
	execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	rmSync(tarball);
	return packed;
}
