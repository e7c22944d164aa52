/** For eslint.config.mjs: the imports of the sources go one way. */
const ERRORS = '../shared/errors';

/**
 * What a folder may import from outside; the most exact of those that a file is in counts. No two may
 * import each other: node > actions > outputs > job > bulkFile > csv, gzip; transport > shared.
 */
const FOLDERS = {
	credentials: { may: ['nodes/shared'] },
	'nodes/shared': { mayNot: ['Analytics', 'Notifications', 'credentials'] },
	'nodes/shared/http': {
		mayNot: ['Analytics', 'Notifications', 'credentials', 'credential', 'dates'],
	},
	'nodes/shared/dates': { may: ['errors'], isPure: true },
	'nodes/Analytics': { mayNot: ['Notifications', 'credentials'] },
	'nodes/Analytics/gzip': { may: [], isPure: true },
	'nodes/Analytics/csv': { may: [ERRORS], isPure: true },
	'nodes/Analytics/transport': { may: ['../shared'] },
	'nodes/Analytics/bulkFile': { may: ['../shared', 'csv', 'gzip'] },
	'nodes/Analytics/job': { may: ['../shared', 'bulkFile', 'gzip', 'transport'] },
	'nodes/Analytics/outputs': { may: ['../shared', 'job', 'bulkFile', 'csv', 'transport'] },
	'nodes/Notifications': { mayNot: ['Analytics', 'credentials'] },
	'nodes/Notifications/message': { may: [ERRORS, '../shared/shownText'], isPure: true },
	'nodes/Notifications/transport': { may: ['../shared', 'message'] },
};

const oneOf = (paths) => `(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})(/|$)`;

function patternsOf(folder, { may, mayNot, isPure = false }) {
	const notThese = mayNot && `^(\\.\\./)+${oneOf(mayNot)}`;
	const onlyThese = (paths) => `^\\.\\./${paths.length > 0 ? `(?!${oneOf(paths)})` : ''}`;
	const message = `Imports of ${folder} go one way: see test/tools/importDirection.js.`;
	return [
		{ regex: notThese ?? onlyThese(may), message },
		{ regex: '\\.node$', message: 'Nothing below a node imports its node file.' },
		...(isPure ? [{ regex: '^n8n-', message: `${folder} is pure: it knows nothing of n8n.` }] : []),
	];
}

/** @type {import('eslint').Linter.Config[]} */
module.exports = Object.entries(FOLDERS).map(([folder, rules]) => ({
	files: [`${folder}/**/*.ts`],
	rules: { 'no-restricted-imports': ['error', { patterns: patternsOf(folder, rules) }] },
}));
