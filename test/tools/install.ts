import { parseArgs } from 'node:util';
import { engines, install as installEngine } from '../engines/install';
import { install as installN8n } from '../n8n/installation';

/** Installs what tests run in: `node test/run.mjs test/tools/install.ts --n8n 2.40.7 --engine 1.122.0`. */
export function main(): void {
	const list = { type: 'string', multiple: true, default: [] as string[] } as const;
	const { values } = parseArgs({ options: { n8n: list, engine: list } });
	for (const version of values.n8n) installN8n(version, console.log);
	for (const engine of engines()) if (values.engine.includes(engine.core)) installEngine(engine);
}
