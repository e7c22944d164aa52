/**
 * Which n8n the tests run in: the project's own, or with ENGINE=2.20.0 the one in
 * test/engines/versions/2.20.0. The modules that n8n provides to nodes are taken from there, in the versions of that n8n.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');

const OF_N8N = /^(n8n-core|n8n-workflow|@n8n\/di|zod|luxon)(\/|$)/;

const { ENGINE } = process.env;
const folder = ENGINE ? join(__dirname, 'versions', ENGINE) : undefined;

/** Whether a module that a file of this project asks for is another engine's. */
function isOfEngine(name, from) {
	return folder !== undefined && OF_N8N.test(name) && !from.includes('node_modules');
}

/** An absolute path for `require`. */
function inEngine(name) {
	return createRequire(join(folder, 'package.json')).resolve(name);
}

module.exports = { folder, isOfEngine, inEngine };
