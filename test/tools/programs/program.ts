/** What it is told to do, for the tests of `test/run.mjs`. */
export async function main(): Promise<void> {
	const [what, code] = process.argv.slice(2);
	console.log(what);
	if (what === 'awaitsForEver') await new Promise(() => {});
	if (what === 'fails') {
		// Its listeners would keep Node from ending with an error.
		process.on('uncaughtException', () => {});
		process.on('unhandledRejection', () => {});
		await Promise.reject(new Error('what went wrong'));
	}
	await new Promise((resolve) => setTimeout(resolve, 1));
	process.exitCode = Number(code);
}
