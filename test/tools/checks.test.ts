import { runCounted, runLanes } from './checks';

it('all checks run, also after one has failed, and the program then fails, too', async () => {
	jest.spyOn(console, 'log').mockImplementation();
	const { exitCode } = process;
	const check = (name: string, shell: string) => ({ name, command: ['sh', '-c', shell] });
	const lanes = [[check('first', 'exit 1'), check('second', 'echo "7 passed, 0 failed"')]];
	const expected = { passed: 7, failed: 1, failedChecks: ['first'] };
	expect(await runLanes(lanes)).toEqual(expected);
	expect(process.exitCode).toBe(1);
	process.exitCode = exitCode;
});

it.each([
	{ shell: 'echo "3 passed, 0 failed"', passed: 3, failed: 0 },
	{ shell: 'echo "Tests: 1 failed, 3 passed, 4 total"; exit 1', passed: 3, failed: 1 },
	{ shell: 'echo "3 passed, 0 failed"; exit 1', passed: 3, failed: 1 },
	{ shell: 'echo "0 passed, 0 failed"', passed: 0, failed: 1 },
	{ shell: 'echo', passed: 1, failed: 0 },
	{ shell: 'echo; exit 1', passed: 0, failed: 1 },
])('the tests of a command are counted: $shell', async ({ shell, passed, failed }) => {
	expect(await runCounted(['sh', '-c', shell], {})).toMatchObject({ passed, failed });
});
