const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

/** Jest's global set-up: a folder for the homes that isolateHome.ts makes, removed at the end. */
module.exports = () => {
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-tests-'));
	process.env.TEST_HOMES = folder;
	process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
};
