import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { engines, install as installEngine } from '../engines/install';
import { install as installN8n } from '../n8n/installation';
import { InstallerError } from './cachedPackages';

/** Installs what tests run in: `npx node test/run.mjs test/tools/install.ts --n8n 2.40.7 --engine 1.122.0`. */
export async function main(): Promise<void> {
	const list = { type: 'string', multiple: true, default: [] as string[] } as const;
	const { values } = parseArgs({ options: { n8n: list, engine: list } });
	let isInterrupted = false;
	// Ctrl-C ends the installer; this program then removes what it has left.
	process.on('SIGINT', () => {
		isInterrupted = true;
	});
	try {
		for (const version of values.n8n) installN8n(version, console.log);
		for (const engine of engines()) {
			if (values.engine.includes(engine.core)) installEngine(engine);
		}
	} catch (error) {
		if (!(error instanceof InstallerError)) throw error;
		process.exitCode = 1;
		// Meanwhile, this program has heard of no signal.
		await setImmediate();
		if (!isInterrupted) console.error(error.message);
	}
}
