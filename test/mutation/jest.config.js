const { projects } = require('../../jest.config.js');

// One project only: Stryker cannot follow tests through several. The tests of what is mutated.
module.exports = {
	...projects[0],
	rootDir: '../..',
	testTimeout: 20_000,
	// Long inputs for each of hundreds of changes would take hours.
	testPathIgnorePatterns: ['csvReaderLinear'],
	// Units only: what the engine runs takes seconds for each of the hundreds of changes.
	testMatch: [
		'**/test/nodes/Analytics/{bulkFile,csv}/*.test.ts',
		'**/test/nodes/Notifications/{message,batching,sending}/*.test.ts',
	],
};
