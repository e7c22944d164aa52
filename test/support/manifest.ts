import { readFileSync } from 'node:fs';

interface Manifest {
	name: string;
	n8n: { nodes: string[]; credentials: string[] };
	devDependencies: Record<string, string>;
}

/** The project's package.json. */
export function manifest(): Manifest {
	return JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;
}

interface PackedPackage {
	filename: string;
	version: string;
	size: number;
	unpackedSize: number;
	files: unknown[];
}

/** The one package that `npm pack --json` printed. */
export function packedPackage(json: string): PackedPackage {
	const [packed] = JSON.parse(json) as PackedPackage[];
	if (packed === undefined) throw new Error('npm pack made no package');
	return packed;
}
