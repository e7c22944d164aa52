/**
 * The imports of the sources go one way: node > execute > operations > outputs > job > table. All of
 * them may use shared, and all but table may use api. Table is pure, so of shared it only uses errors,
 * text and abort. `npm run lint` checks it.
 */

const SHARED = '^nodes/shared/';
const ANALYTICS = '^nodes/Analytics/';
const NOTIFICATIONS = '^nodes/Notifications/';
const CREDENTIALS = '^credentials/';

/** A rule that nothing in `from` imports anything in `to`, apart from the paths in `except`. */
function forbid(name, comment, from, to, except) {
	const target = except === undefined ? { path: to } : { path: to, pathNot: except };
	return { name, comment, severity: 'error', from: { path: from }, to: target };
}

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		{
			name: 'no-cycles',
			comment: 'Two files that import each other can only be understood together.',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { circular: true },
		},
		forbid(
			'node-files-are-entry-points',
			'n8n loads the node files, so nothing else imports them.',
			'^(nodes|credentials)/',
			'\\.node\\.ts$',
		),
		forbid('shared-knows-no-node', 'What both nodes use knows neither of them.', SHARED, [
			ANALYTICS,
			NOTIFICATIONS,
			CREDENTIALS,
		]),
		forbid(
			'http-knows-no-credential',
			'The HTTP client gets a token and addresses; it does not read the credential.',
			'^nodes/shared/http/',
			['^nodes/shared/credential/', '^nodes/shared/dates/'],
		),
		forbid(
			'the-nodes-are-independent',
			'The two nodes share only what is in nodes/shared.',
			'^nodes/(Analytics|Notifications)/',
			[ANALYTICS, NOTIFICATIONS, CREDENTIALS],
			'^nodes/$1/',
		),
		forbid(
			'table-is-pure',
			'Reading a table depends on neither the service nor n8n, so it can be tested alone.',
			'^nodes/Analytics/table/',
			['^nodes/', '^n8n-workflow'],
			['^nodes/Analytics/table/', '^nodes/shared/(errors|text|abort)\\.ts$'],
		),
		forbid(
			'api-is-below-everything-of-its-node',
			'The endpoints know no parameters, operations or outputs.',
			'^nodes/Analytics/api/',
			ANALYTICS,
			'^nodes/Analytics/api/',
		),
		forbid(
			'job-is-below-outputs',
			'Waiting for a job and fetching its file do not depend on what becomes of the rows.',
			'^nodes/Analytics/job/',
			['^nodes/Analytics/(outputs|operations)/', '^nodes/Analytics/execute'],
		),
		forbid(
			'outputs-are-below-operations',
			'An output does not depend on the operation that uses it.',
			'^nodes/Analytics/outputs/',
			['^nodes/Analytics/operations/', '^nodes/Analytics/execute'],
		),
		forbid(
			'messages-are-pure',
			'What an item becomes depends on neither the service nor n8n, so it can be tested alone.',
			'^nodes/Notifications/message/',
			['^nodes/', '^n8n-workflow'],
			[
				'^nodes/Notifications/message/',
				'^nodes/shared/(errors|text|visibleText|values|json|credential/templates)\\.ts$',
				'^nodes/shared/fields/(expression|failedWords)\\.ts$',
			],
		),
		forbid(
			'fields-are-below-execute',
			'Reading the fields of an item depends on nothing that happens afterwards.',
			'^nodes/Notifications/fields/',
			NOTIFICATIONS,
			'^nodes/Notifications/(fields|message)/',
		),
		forbid(
			'notifications-api-knows-messages-only',
			'The endpoint knows messages, but no parameters.',
			'^nodes/Notifications/api/',
			NOTIFICATIONS,
			'^nodes/Notifications/(api|message)/',
		),
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};
