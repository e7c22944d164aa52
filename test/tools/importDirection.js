/**
 * A rule of ESLint: the imports of the sources go one way. Plain JavaScript, because ESLint loads it.
 */
const { posix, relative, sep } = require('node:path');

const ANALYTICS = 'nodes/Analytics';
const NOTIFICATIONS = 'nodes/Notifications';
const SHARED = 'nodes/shared';
/** All that a pure part may know of the others, so that it can be read and tested alone. */
const ERRORS = `${SHARED}/errors`;

const inAnalytics = (...names) => names.map((name) => `${ANALYTICS}/${name}`);
const inNotifications = (...names) => names.map((name) => `${NOTIFICATIONS}/${name}`);

const filesOfJobs = {
	may: [SHARED, ...inAnalytics('bulkFile', 'job', 'transport', 'csv', 'gzip', 'dates')],
};

/**
 * What each folder may import besides itself; a folder inside of another comes before that one.
 * `pure` folders import nothing of n8n.
 */
const FOLDERS = {
	[`${ANALYTICS}/gzip`]: { may: [], pure: true },
	[`${ANALYTICS}/csv`]: { may: [ERRORS, ...inAnalytics('gzip')], pure: true },
	[`${ANALYTICS}/dates`]: { may: [ERRORS], pure: true },
	[`${ANALYTICS}/transport`]: { may: [SHARED] },
	[`${ANALYTICS}/bulkFile`]: filesOfJobs,
	[`${ANALYTICS}/job`]: filesOfJobs,
	[ANALYTICS]: { may: [SHARED] },

	[`${NOTIFICATIONS}/message`]: { may: [ERRORS], pure: true },
	[`${NOTIFICATIONS}/transport`]: { may: [SHARED, ...inNotifications('message')] },
	[`${NOTIFICATIONS}/sending`]: {
		may: [SHARED, ...inNotifications('transport', 'message')],
	},
	[NOTIFICATIONS]: { may: [SHARED] },

	[SHARED]: { may: [] },
	credentials: { may: [SHARED] },
};

const isIn = (path, folder) => path === folder || path.startsWith(`${folder}/`);
const isNodeFile = (path) => /\.node(\.ts)?$/.test(path);

/** The message about an import that goes the wrong way. Paths are from the root of the project. */
function problemOf({ from, imported }) {
	const folder = Object.keys(FOLDERS).find((name) => isIn(from, name));
	if (folder === undefined) return undefined;
	const { may, pure = false } = FOLDERS[folder];

	if (!imported.startsWith('.')) {
		if (!pure || imported !== 'n8n-workflow') return undefined;
		return `${folder} is pure: it must not import anything of n8n.`;
	}
	const to = posix.join(posix.dirname(from), imported);
	if (isNodeFile(to)) return `Nothing below a node imports its node file (${to}).`;
	if ([folder, ...may].some((allowed) => isIn(to, allowed))) return undefined;
	const allowed = may.join(', ') || 'nothing';
	return `Imports go one way: besides itself, ${folder} may import ${allowed}, but not ${to}.`;
}

/** @type {import('eslint').Rule.RuleModule} */
const rule = {
	meta: { type: 'problem', docs: { description: 'the imports of the sources go one way' } },
	create(context) {
		const from = relative(context.cwd, context.filename).split(sep).join('/');
		const check = ({ source }) => {
			if (typeof source?.value !== 'string') return;
			const message = problemOf({ from, imported: source.value });
			if (message !== undefined) context.report({ node: source, message });
		};
		return {
			ImportDeclaration: check,
			ExportNamedDeclaration: check,
			ExportAllDeclaration: check,
			ImportExpression: check,
			TSImportType: check,
		};
	},
};

/** For eslint.config.mjs. */
module.exports = {
	files: ['nodes/**/*.ts', 'credentials/**/*.ts'],
	plugins: { project: { rules: { 'import-direction': rule } } },
	rules: { 'project/import-direction': 'error' },
};
