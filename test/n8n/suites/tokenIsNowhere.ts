import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Shared } from '../world';

/** A test that belongs after all other suites, since it looks at what these have left. */
export function tokenIsNowhere(shared: Shared): void {
	it('leaves the token readable nowhere, neither in logs nor in what n8n saves', () => {
		const { n8n, service, world } = shared;
		for (const { output } of world.processes) expect(output()).not.toContain(service.token);

		const files = readdirSync(n8n.userFolder, { recursive: true, withFileTypes: true }).filter(
			(entry) => entry.isFile() && !entry.parentPath.includes('node_modules'),
		);
		expect(files.map(({ name }) => name)).toContain('database.sqlite');
		const withToken = files.filter(({ parentPath, name }) =>
			readFileSync(join(parentPath, name)).includes(service.token),
		);
		expect(withToken).toEqual([]);
	});
}
