import '../engine/isolateHome';
import { globSync, readFileSync } from 'node:fs';
import { type Profiler, Session } from 'node:inspector/promises';
import { findSourceMap } from 'node:module';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NodeRun } from '../engine/runNode';
import { type Service, startService } from '../service/service';
import { bulkExport, query, runAnalytics } from '../support/analyticsNode';
import { runNotifications, users } from '../support/notificationsNode';
import { countTokens } from './tokens';

/*
 * npm run stations: what a reader goes through. For an export of one row, a query of one row, and one notification: how
 * many functions of nodes/ a run in n8n's engine enters, and in how many files. `--list` names them. Then the size of
 * nodes/ and test/.
 *
 * Only functions with a name of their own count, each once, wherever it is called from.
 */

interface Way {
	name: string;
	goal: string;
	run(service: Service): Promise<NodeRun>;
}

const WAYS: Way[] = [
	{
		name: 'Bulk Export > Run, one row as an item',
		goal: 'at most 206 in 43',
		run: (service) => runAnalytics(service, bulkExport({ output: 'items' })),
	},
	{
		name: 'Query > Run, one row',
		goal: 'at most 112 in 27',
		run: (service) => runAnalytics(service, query()),
	},
	{
		name: 'Notification > Send, one item',
		goal: 'at most 120 in 36',
		run: (service) => runNotifications(service, {}, { items: users(1) }),
	},
];

const SIZES = [
	{ folder: 'nodes', goal: 'at most 62,000 tokens, 8.1 a line' },
	{ folder: 'test', goal: 'at most 170,000 tokens' },
];

interface Station {
	file: string;
	name: string;
}

export async function main(): Promise<void> {
	const isListed = process.argv.includes('--list');
	const service = await startService({ rows: () => 1, refusesOneIn: 0 });
	const session = new Session();
	session.connect();
	await session.post('Debugger.enable');
	await session.post('Profiler.enable');
	try {
		for (const { name, goal, run } of WAYS) {
			const stations = await stationsOf(session, async () => {
				const { error, items } = await run(service);
				if (error) throw error;
				if (items.length !== 1) throw new Error(`${name} gave ${items.length} items`);
			});
			const files = [...new Set(stations.map(({ file }) => file))].sort();
			console.log(`${name}: ${stations.length} functions in ${files.length} files (goal: ${goal})`);
			if (!isListed) continue;
			for (const file of files) {
				const names = stations.filter((station) => station.file === file).map(({ name }) => name);
				console.log(`  ${file}: ${names.join(', ')}`);
			}
		}
	} finally {
		await service.close();
	}
	for (const { folder, goal } of SIZES)
		console.log(`${folder}/: ${sizeOf(folder)} (goal: ${goal})`);
}

/** The functions of nodes/ that are entered while `run` does its work. */
async function stationsOf(session: Session, run: () => Promise<void>): Promise<Station[]> {
	await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	await run();
	const { result } = await session.post('Profiler.takePreciseCoverage');
	await session.post('Profiler.stopPreciseCoverage');
	const program = result.find(({ url }) => url.endsWith('/program.cjs'));
	if (!program) throw new Error('test/run.mjs has given the program another name');

	const sourceOf = await sourceFinder(session, program);
	const isEntered = ({ ranges: [whole] }: Profiler.FunctionCoverage) => (whole?.count ?? 0) > 0;
	return program.functions.filter(isEntered).flatMap(({ functionName, ranges: [whole] }) => {
		const file = sourceOf(whole?.startOffset ?? 0);
		// V8 makes up other names, as of a function that is the value of a property: `a.b.c`, `<static_initializer>`.
		if (!file.startsWith('nodes/') || !/^(get |set )?#?\w+$/.test(functionName)) return [];
		return [{ file, name: nameIn(file, functionName) }];
	});
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

/** As it is written in the file: in a bundle, the second function of one name gets a number. */
function nameIn(file: string, name: string): string {
	return readFileSync(file, 'utf8').includes(name) ? name : name.replace(/\d+$/, '');
}

function sizeOf(folder: string): string {
	const files = globSync(`${folder}/**/*.ts`, { exclude: ['**/node_modules'] });
	const counts = files.map((file) => countTokens(readFileSync(file, 'utf8')));
	const tokens = counts.reduce((sum, count) => sum + count.tokens, 0);
	const lines = counts.reduce((sum, count) => sum + count.lines, 0);
	const perLine = (tokens / lines).toFixed(2);
	return `${tokens.toLocaleString('en')} tokens, ${perLine} a line of code, in ${files.length} files`;
}
