import { runChecks, runCounted } from './checks';

it('all checks run, also after one has failed, and only those that failed show their output', async () => {
	const lines: string[] = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
	const { exitCode } = process;
	await runChecks(
		[
			{ name: 'first', command: ['sh', '-c', 'echo Oh; exit 1'] },
			{ name: 'second', command: ['sh', '-c', 'echo Fine'] },
		],
		[{ name: 'third', command: ['sh', '-c', 'echo "7 passed, 2 failed"; exit 2'] }],
	);
	expect(process.exitCode).toBe(1);
	process.exitCode = exitCode;
	const text = lines.join('\n');
	expect(text).toContain('\nOh\n');
	expect(text).not.toContain('Fine');
	expect(text).toMatch(/\nFailed: (first, third|third, first)\n8 passed, 3 failed$/);
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
