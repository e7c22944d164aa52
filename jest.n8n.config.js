const { projects, reporters } = require('./jest.config.js');

/**
 * The tests in whole n8n. `npm run test:n8n` runs those of each change, `npm run test:n8n -- test/n8n` also those that take too
 * long for that. They run one file at a time, because each of them starts an n8n.
 *
 * @type {import('jest').Config}
 */
module.exports = {
	...projects[0],
	reporters,
	displayName: 'whole n8n',
	roots: ['<rootDir>/test/n8n'],
	modulePathIgnorePatterns: ['<rootDir>/test/n8n/versions'],
	testPathIgnorePatterns: ['<rootDir>/test/n8n/versions'],
	maxWorkers: 1,
	// Against hanging: a machine with other work is slow.
	testTimeout: 600_000,
};
