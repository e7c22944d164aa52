const { projects } = require('../../jest.config.js');

/** Tests that stand elsewhere: of text in rows, of a request in items, of an envelope in both zods. */
const MORE = {
	'Analytics/csv': ['Analytics/bulkFile/reader'],
	'Notifications/sending': ['Notifications/actions/send.operation'],
	'Notifications/transport': [
		'Notifications/actions/send.operation',
		'Notifications/sending/sendBatch',
	],
	shared: ['Analytics/transport/schemas'],
};
/** Set by mutation.ts. */
const folders = process.env.MUTATE.split(',');
const paths = folders.flatMap((folder) => [`${folder}/**/*`, ...(MORE[folder] ?? [])]);

// One project only: Stryker cannot follow tests through several. The tests of what is mutated.
module.exports = {
	...projects[0],
	rootDir: '../..',
	testTimeout: 20_000,
	testMatch: paths.map((path) => `<rootDir>/test/nodes/${path}.test.ts`),
	// Long inputs for each of hundreds of changes would take hours.
	testPathIgnorePatterns: ['csvReaderLimits'],
};
