import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bundledPackages, manifest, packedPackage } from '../support/manifest';

/*
 * `npx node test/run.mjs test/scan/tarball.ts` checks, after a build, that the package would contain all that it should and nothing else, and that
 * THIRD_PARTY_NOTICES.md has the licenses of what is bundled. It ends with `N passed, N failed`.
 */

/** npm packs the first three of them always. */
const OF_THE_PROJECT = [
	'package.json',
	'README.md',
	'LICENSE.md',
	'CHANGELOG.md',
	'THIRD_PARTY_NOTICES.md',
];
/** Files that n8n reads beside a node or a credential. */
const ASSETS = '**/{*.svg,*.node.json,__schema__/**/*.json}';

export function main(): void {
	const { name, n8n } = manifest();
	const entries = [...n8n.nodes, ...n8n.credentials];
	const folders = new Set(entries.map((file) => dirname(file).replace(/^dist\//, '')));
	const beside = globSync([...folders].map((folder) => `${folder}/${ASSETS}`));
	const assets = beside.map((file) => `dist/${file}`);
	const expected = new Set([...OF_THE_PROJECT, ...entries, ...assets]);

	const args = ['pack', '--dry-run', '--json', '--offline'];
	const packed = packedPackage(execFileSync('npm', args, { encoding: 'utf8' }));
	const found = new Set(packed.files.map(({ path }) => path));
	const problems = problemsOfNotices();
	if (packed.name !== name) problems.push(`the package is called ${packed.name}`);
	for (const path of expected) if (!found.has(path)) problems.push(`missing: ${path}`);
	for (const path of found) if (!expected.has(path)) problems.push(`not expected: ${path}`);
	for (const problem of problems) console.log(problem);
	console.log(`${found.size} files`);
	console.log(problems.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
	process.exitCode = problems.length === 0 ? 0 : 1;
}

/** THIRD_PARTY_NOTICES.md should have a part for each bundled package, with all of its licenses, and no other part. */
function problemsOfNotices(): string[] {
	const [, ...parts] = readFileSync('THIRD_PARTY_NOTICES.md', 'utf8').split(/^## /m);
	const notices = new Map<string, string>();
	for (const part of parts) {
		const [name = ''] = part.split('\n');
		notices.set(name, withoutLayout(part));
	}
	const bundled = bundledPackages();
	const problems = bundled.length === 0 ? ['no package is bundled: run `npm run build` first'] : [];
	for (const name of bundled) {
		for (const file of globSync(`node_modules/${name}/LICENSE*`)) {
			const license = withoutLayout(readFileSync(file, 'utf8'));
			const isThere = notices.get(name)?.includes(license) ?? false;
			if (!isThere) problems.push(`not in THIRD_PARTY_NOTICES.md: ${file}`);
		}
	}
	for (const name of notices.keys()) {
		if (!bundled.includes(name)) {
			problems.push(`in THIRD_PARTY_NOTICES.md, but not bundled: ${name}`);
		}
	}
	return problems;
}

function withoutLayout(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}
