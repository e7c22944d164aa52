const [nodes] = require('../../jest.config.js').projects;

const [, options] = nodes.transform['\\.ts$'];

/** One project, as Jest runs single files of it for each slip. */
module.exports = {
	...nodes,
	rootDir: '../..',
	// So that Jest finds the tests of a source file.
	roots: [...nodes.roots, '<rootDir>/nodes', '<rootDir>/credentials'],
	transform: { ...nodes.transform, '\\.ts$': ['<rootDir>/test/slips/transformer.cjs', options] },
	testTimeout: 60_000,
};
