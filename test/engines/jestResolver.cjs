const { folder, isOfEngine } = require('./engine.cjs');

/** Jest's own way of finding modules, but what n8n brings is found in the engine's folder. */
module.exports = (name, options) =>
	options.defaultResolver(
		name,
		isOfEngine(name, options.basedir) ? { ...options, basedir: folder } : options,
	);
