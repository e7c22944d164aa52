/** Compiles as the tests do, and puts the slip of SLIP into its file on the way, so that no file is changed. */
const { createTransformer } = require('@swc/jest');

const { file, right, slip } = JSON.parse(process.env.SLIP ?? '{}');

const slipped = (source, path) =>
	file && path.endsWith(`/${file}`) ? source.replace(right, () => slip) : source;

module.exports = {
	createTransformer(options) {
		const swc = createTransformer(options);
		return {
			...swc,
			process: (source, path, more) => swc.process(slipped(source, path), path, more),
			getCacheKey: (source, path, more) => swc.getCacheKey(slipped(source, path), path, more),
		};
	},
};
