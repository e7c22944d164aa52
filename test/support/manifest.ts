import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** What these tests use of package.json. */
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

/** The package that `npm pack --json` printed. Depending on npm's version, it is in a list or in an object. */
export function packedPackage(json: string): PackedPackage {
	const [packed] = Object.values(JSON.parse(json) as Record<string, PackedPackage>);
	if (packed === undefined) throw new Error('npm pack made no package');
	return packed;
}

/** In a bundle, esbuild writes a comment with its path above the code of each file. */
const BUNDLED_FILE = /^\s*\/\/ \S*node_modules\/((?:@[^/]+\/)?[^/]+)\//gm;

/** The names of the packages whose code is in the built files. */
export function bundledPackages(): string[] {
	const texts = globSync('dist/**/*.js').map((file) => readFileSync(file, 'utf8'));
	const names = texts.flatMap((text) =>
		[...text.matchAll(BUNDLED_FILE)].map(([, name = '']) => name),
	);
	return [...new Set(names)].sort();
}

/** Packs the project, and unpacks the tarball into a folder, as npm does when a user installs the package. */
export function unpackInto(folder: string): PackedPackage {
	const args = ['pack', '--json', '--pack-destination', folder];
	const json = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
	const packed = packedPackage(json);
	const tarball = join(folder, packed.filename);
	execFileSync('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
	rmSync(tarball);
	return packed;
}
