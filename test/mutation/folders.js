/**
 * Folders below nodes/ that are mutated, and whose tests run: those named in MUTATE, or all whose
 * tests need the engine seldom or never. CommonJS, since Jest's and Stryker's configs read it without a compiler.
 */
const DEFAULT = [
	'Analytics/bulkFile',
	'Analytics/csv',
	'Analytics/gzip',
	'Analytics/job',
	'Analytics/transport',
	'Notifications/message',
	'Notifications/sending',
	'Notifications/transport',
	'shared',
];

const named = (process.env.MUTATE ?? '').split(',').filter(Boolean);

exports.folders = named.length > 0 ? named : DEFAULT;
