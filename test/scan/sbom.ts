import { execFileSync } from 'node:child_process';
import { bundledPackages, manifest } from '../support/manifest';

/* `npx node test/run.mjs test/scan/sbom.ts` prints what the built package consists of, as SPDX. */

interface Spdx {
	packages: Array<{ SPDXID: string; name: string; packageFileName: string }>;
	relationships: object[];
}

const MAX_OUTPUT_BYTES = 1e8;

export function main(): void {
	const args = ['sbom', '--package-lock-only', '--sbom-format', 'spdx'];
	const json = execFileSync('npm', args, { encoding: 'utf8', maxBuffer: MAX_OUTPUT_BYTES });
	const all = JSON.parse(json) as Spdx;
	const own = all.packages.find(({ name }) => name === manifest().name)!;
	const parts = bundledPackages().map((name) => {
		const part = all.packages.find((one) => one.packageFileName === `node_modules/${name}`);
		if (!part) throw new Error(`npm does not know ${name}, which is bundled`);
		return part;
	});
	if (parts.length === 0) throw new Error('Nothing is bundled: run `npm run build` first');
	const relationships = [
		relation('SPDXRef-DOCUMENT', 'DESCRIBES', own.SPDXID),
		...parts.map(({ SPDXID }) => relation(own.SPDXID, 'CONTAINS', SPDXID)),
	];
	console.log(JSON.stringify({ ...all, packages: [own, ...parts], relationships }, null, 2));
}

function relation(
	spdxElementId: string,
	relationshipType: string,
	relatedSpdxElement: string,
): object {
	return { spdxElementId, relatedSpdxElement, relationshipType };
}
