import { readFileSync } from 'node:fs';
import { UserError } from 'n8n-workflow';

/* See test/engines/jestEnvironment.cjs. */

it('an error of Node.js, and one of n8n, is an Error of the nodes, as where n8n runs them', () => {
	let notFound: unknown;
	try {
		readFileSync('/no/such/file');
	} catch (error) {
		notFound = error;
	}
	expect(notFound instanceof Error).toBe(true);
	expect(new UserError('Oh') instanceof Error).toBe(true);
});
