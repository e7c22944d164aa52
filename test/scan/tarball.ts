import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { bundledPackages, manifest, packedPackage } from '../support/manifest';

/* What would go out, and nothing else, with the licenses of what is bundled. After a build. */

/** npm takes the first three itself. */
const OF_THE_PROJECT = ['package.json', 'README.md', 'LICENSE.md', 'THIRD_PARTY_NOTICES.md'];
/** What n8n reads beside a node or a credential. */
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
	const problems = [
		...(packed.name === name ? [] : [`the package is called ${packed.name}`]),
		...[...expected].filter((path) => !found.has(path)).map((path) => `missing: ${path}`),
		...[...found].filter((path) => !expected.has(path)).map((path) => `not expected: ${path}`),
		...problemsOfNotices(),
	];
	for (const problem of problems) console.log(problem);
	console.log(`${found.size} files`);
	console.log(problems.length === 0 ? '1 passed, 0 failed' : '0 passed, 1 failed');
	process.exitCode = problems.length === 0 ? 0 : 1;
}

/** THIRD_PARTY_NOTICES.md has a part for each bundled package, and no other, with all of its licenses. */
function problemsOfNotices(): string[] {
	const [, ...parts] = readFileSync('THIRD_PARTY_NOTICES.md', 'utf8').split(/^## /m);
	const noticed = new Map(parts.map((part) => [part.split('\n')[0] ?? '', withoutLayout(part)]));
	const bundled = bundledPackages();
	const missing = bundled.flatMap((name) =>
		globSync(`node_modules/${name}/LICENSE*`)
			.filter((file) => !noticed.get(name)?.includes(withoutLayout(readFileSync(file, 'utf8'))))
			.map((file) => `not in THIRD_PARTY_NOTICES.md: ${file}`),
	);
	const others = [...noticed.keys()].filter((name) => !bundled.includes(name));
	return [
		...(bundled.length > 0 ? [] : ['no package is bundled: has it been built?']),
		...missing,
		...others.map((name) => `in THIRD_PARTY_NOTICES.md, but not bundled: ${name}`),
	];
}

const withoutLayout = (text: string) => text.replace(/\s+/g, ' ').trim();
