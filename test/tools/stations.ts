import '../engine/isolateHome';
import { globSync, readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { startService } from '../service/service';
import { bulkExport, query, runAnalytics } from '../support/analyticsNode';
import { runNotifications, users } from '../support/notificationsNode';

/*
 * What a reader goes through. For an export of one row, a query of one row, and one notification: how many functions of
 * nodes/ a run in n8n's engine enters, and in how many files. `--list` names them. Then the size of nodes/ and test/.
 * Only functions with a name of their own count, each once, wherever it is called from.
 */

export async function main(): Promise<void> {
	const service = await startService({ rows: 1 });
	const session = new Session();
	session.connect();
	await session.post('Debugger.enable');
	await session.post('Profiler.enable');
	const exporting = bulkExport({ output: 'items' });
	const WAYS = {
		'Bulk Export > Run, one row as an item': async () => await runAnalytics(service, exporting),
		'Query > Run, one row': async () => await runAnalytics(service, query()),
		'Notification > Send, one item': async () =>
			await runNotifications(service, {}, { items: users(1) }),
	};
	for (const [way, run] of Object.entries(WAYS)) {
		await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
		const { error, items } = await run();
		const { result } = await session.post('Profiler.takePreciseCoverage');
		await session.post('Profiler.stopPreciseCoverage');
		if (error || items.length !== 1) throw error ?? new Error(`${way} gave ${items.length} items`);
		report(way, await functionsByFile(session, result));
	}
	await service.close();
	for (const folder of ['nodes', 'test']) console.log(`${folder}/: ${sizeOf(folder)}`);
}

function report(way: string, functions: Map<string, string[]>): void {
	console.log(
		`${way}: ${[...functions.values()].flat().length} functions in ${functions.size} files`,
	);
	if (!process.argv.includes('--list')) return;
	for (const [file, names] of [...functions].sort()) console.log(`  ${file}: ${names.join(', ')}`);
}

/** The names of the functions of nodes/ that a run has entered. */
async function functionsByFile(
	session: Session,
	result: Profiler.ScriptCoverage[],
): Promise<Map<string, string[]>> {
	// As test/run.mjs names the bundle of a program.
	const program = result.find(({ url }) => url.endsWith('/program.cjs'))!;
	const sourceOf = await sourceFinder(session, program);
	const byFile = new Map<string, string[]>();
	for (const { functionName, ranges } of program.functions) {
		// V8 makes up other names, as of a function that is the value of a property: `a.b.c`, `<static_initializer>`.
		if (!ranges[0]?.count || !/^(get |set )?#?\w+$/.test(functionName)) continue;
		const file = sourceOf(ranges[0].startOffset);
		if (file.startsWith('nodes/')) byFile.set(file, [...(byFile.get(file) ?? []), functionName]);
	}
	return byFile;
}

/** @returns a function that finds the file which a place in the bundle of a program comes from */
async function sourceFinder(
	session: Session,
	{ scriptId, url }: Profiler.ScriptCoverage,
): Promise<(offset: number) => string> {
	const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
	const map = findSourceMap(url);
	return (offset) => {
		const before = scriptSource.slice(0, offset).split('\n');
		const entry = map?.findEntry(before.length - 1, before.at(-1)?.length ?? 0);
		if (!entry || !('originalSource' in entry)) return '';
		return relative(process.cwd(), fileURLToPath(entry.originalSource));
	};
}

function sizeOf(folder: string): string {
	const files = globSync(`${folder}/**/*.ts`, { exclude: ['**/node_modules'] });
	const counts = files.map((file) => countTokens(readFileSync(file, 'utf8')));
	const tokens = counts.reduce((sum, count) => sum + count.tokens, 0);
	const lines = counts.reduce((sum, count) => sum + count.lines, 0);
	const perLine = (tokens / lines).toFixed(2);
	return `${tokens.toLocaleString('en')} tokens, ${perLine} a line of code, in ${files.length} files`;
}

/** The tokens of a source text as TypeScript sees them, without comments, and the lines that they stand on. */
function countTokens(text: string): { tokens: number; lines: number } {
	const file = ts.createSourceFile('any.ts', text, ts.ScriptTarget.Latest, true);
	const lines = new Set<number>();
	let tokens = 0;
	const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line;
	const visit = (node: ts.Node): void => {
		if (ts.isJSDoc(node)) return;
		const parts = node.getChildren(file);
		parts.forEach(visit);
		if (parts.length > 0 || node.getWidth(file) === 0) return;
		tokens += 1;
		for (let line = lineAt(node.getStart(file)); line <= lineAt(node.end); line += 1)
			lines.add(line);
	};
	visit(file);
	return { tokens, lines: lines.size };
}
