const SIGN_OF_LIFE_MS = 10_000;

/**
 * Says every ten seconds how far Jest is. Its own reporter does so only in a terminal; in a log, it says nothing before the
 * first file has ended, which takes minutes on a busy machine.
 */
module.exports = class {
	#tests = 0;
	#files = 0;
	#timer;

	onRunStart({ numTotalTestSuites: all }) {
		if (process.stdout.isTTY) return;
		const began = performance.now();
		this.#timer = setInterval(() => {
			const seconds = Math.round((performance.now() - began) / 1000);
			process.stdout.write(`${seconds} s: ${this.#tests} tests; ${this.#files} of ${all} files\n`);
		}, SIGN_OF_LIFE_MS);
	}

	onTestCaseResult() {
		this.#tests += 1;
	}

	onTestFileResult() {
		this.#files += 1;
	}

	onRunComplete() {
		clearInterval(this.#timer);
	}
};
