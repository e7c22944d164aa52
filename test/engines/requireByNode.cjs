/** What Jest runs instead of a file of n8n: Node.js loads it, once for all test files of a process. */
module.exports = {
	process: (_, path) => ({ code: `module.exports = requireByNode(${JSON.stringify(path)});` }),
};
