/**
 * Where Jest runs a test file: in the global scope of Node.js itself, as n8n runs the nodes. By default, Jest makes a
 * scope of its own for each file, in which all of n8n must be loaded again: that takes longer than most tests, and an
 * error of n8n is no `instanceof Error` there.
 *
 * Files of one process run one after the other. They share what n8n and Node.js keep, and the project's own modules are
 * loaded anew for each.
 */
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const vm = require('node:vm');

/** What Jest takes for the scope of a file. */
const GLOBAL_SCOPE = {};

// Jest compiles each module for a scope that `vm` has made; without one, `vm` takes the global one.
const { compileFunction } = vm;
vm.compileFunction = (source, parameters, options) => {
	const isGlobal = options?.parsingContext === GLOBAL_SCOPE;
	return compileFunction(
		source,
		parameters,
		isGlobal ? { ...options, parsingContext: undefined } : options,
	);
};

/** See requireByNode.cjs. */
globalThis.requireByNode = require;

module.exports = class {
	global = globalThis;
	moduleMocker = new ModuleMocker(globalThis);
	fakeTimers = null;
	#before = Object.getOwnPropertyDescriptors(globalThis);

	constructor({ projectConfig }) {
		this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
	}

	async setup() {
		// Jest would call those of all earlier files for each test.
		delete globalThis[Symbol.for('EVENT_HANDLERS')];
	}

	/** Gives back the globals that the file has replaced, such as timers. */
	async teardown() {
		this.fakeTimersModern.dispose();
		const after = Object.getOwnPropertyDescriptors(globalThis);
		for (const [name, before] of Object.entries(this.#before)) {
			const isSame = before.value === after[name]?.value && before.get === after[name]?.get;
			if (before.configurable && !isSame) Object.defineProperty(globalThis, name, before);
		}
	}

	exportConditions() {
		return ['node', 'node-addons'];
	}

	getVmContext() {
		return GLOBAL_SCOPE;
	}
};
