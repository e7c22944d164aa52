import { withProgress } from './progress';

/** @returns what a screen shows of a work with two steps, and a pause in each that is long enough to be seen */
async function shownOn(screen: { isTTY: boolean; columns?: number }): Promise<string> {
	let written = '';
	const write = (text: string) => {
		written += text;
	};
	let text = 'step 1';
	const watched = { text: () => text, time: () => 75 };
	await withProgress({ ...screen, write }, watched, async () => {
		await new Promise((resolve) => setTimeout(resolve, 200));
		text = 'step 2';
		await new Promise((resolve) => setTimeout(resolve, 200));
	});
	return written;
}

it('a line is written for each change where there is no terminal', async () => {
	expect(await shownOn({ isTTY: false })).toBe('   0:00  step 1\n   0:00  step 2\n');
});

it('a terminal has one line, which is cut before it would wrap', async () => {
	const written = await shownOn({ isTTY: true, columns: 14 });
	const frames = written.trimEnd().split('\r\u001B[K').slice(1);
	expect(new Set(frames)).toEqual(new Set(['   0:00  step']));
	expect(written).toMatch(/[^\n]+\n$/);
});
