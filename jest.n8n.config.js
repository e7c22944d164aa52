const [nodes] = require('./jest.config.js').projects;

/**
 * The tests in whole n8n: `npm run test:n8n`, and `npm run test:n8n:all` with those that take too long for each
 * change. One file at a time, because each starts an n8n.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...nodes,
	displayName: 'whole n8n',
	roots: ['<rootDir>/test/n8n'],
	modulePathIgnorePatterns: ['<rootDir>/test/n8n/versions'],
	testPathIgnorePatterns: ['<rootDir>/test/n8n/versions'],
	maxWorkers: 1,
	// Against hanging: a machine with other work is slow.
	testTimeout: 600_000,
};
