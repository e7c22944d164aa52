import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Service } from '../service/service';

/** The date of n8n's processes and of the simulated service, which a test moves. */
export interface SimulatedClock {
	/** For n8n's processes. */
	env: NodeJS.ProcessEnv;
	/** From now on it is this time, in all of them, and time goes on from there. */
	set(iso: string): void;
	remove(): void;
}

export function simulatedClock(service: Service, iso: string): SimulatedClock {
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-clock-'));
	const file = join(folder, 'shift');
	const set = (time: string) => {
		const wanted = Date.parse(time);
		writeFileSync(`${file}.new`, String(wanted - Date.now()));
		renameSync(`${file}.new`, file);
		service.clock.advance(wanted - service.clock.now());
	};
	set(iso);
	return {
		env: {
			NODE_OPTIONS: `--require ${join(process.cwd(), 'test/n8n/shiftClock.cjs')}`,
			SHIFT_FILE: file,
			// What is older than two weeks stays.
			EXECUTIONS_DATA_PRUNE: 'false',
			// Workflows are active as soon as n8n says so, and not when the clock jumps.
			N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'false',
		},
		set,
		remove: () => rmSync(folder, { recursive: true, force: true }),
	};
}
