import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL, URL } from 'node:url';
import { build } from 'esbuild';

const SOURCES = [
	'csv/csvReader',
	'csv/rowObjects',
	'gzip/gunzip',
	'csv/readCsvGz',
	'csv/typeConversion',
];
const folder = new URL('../../nodes/Analytics/', import.meta.url);

/** The sources of the CSV core as one module, made by esbuild in a temporary folder. */
export async function bundledCore() {
	const target = await mkdtemp(join(tmpdir(), 'csv-benchmark-'));
	const outfile = join(target, 'core.mjs');
	try {
		await build({
			stdin: {
				contents: SOURCES.map((name) => `export * from './${name}';`).join('\n'),
				resolveDir: folder.pathname,
			},
			bundle: true,
			format: 'esm',
			outfile,
			logLevel: 'warning',
		});
		return await import(pathToFileURL(outfile).href);
	} finally {
		await rm(target, { recursive: true });
	}
}
