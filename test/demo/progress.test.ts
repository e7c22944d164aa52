import { withProgress } from './progress';

interface Shown {
	isTTY: boolean;
	columns?: number;
}

/** A screen that keeps what is written to it. */
function screenOf(how: Shown) {
	let written = '';
	const write = (text: string) => {
		written += text;
	};
	return { ...how, write, written: () => written };
}

/** Shows a work that does two steps, with a pause in each that is long enough to be seen. */
async function show(how: Shown): Promise<string> {
	const screen = screenOf(how);
	const pause = async () => await new Promise((resolve) => setTimeout(resolve, 200));
	let text = 'step 1';
	const result = await withProgress(screen, { text: () => text, time: () => 75 }, async () => {
		await pause();
		text = 'step 2';
		await pause();
		return 'done';
	});
	expect(result).toBe('done');
	return screen.written();
}

it('writes a line for each change where there is no terminal', async () => {
	expect(await show({ isTTY: false })).toBe('   0:00  step 1\n   0:00  step 2\n');
});

it('writes over one line on a terminal, and ends it when the work has ended', async () => {
	const written = await show({ isTTY: true });
	expect(written.split('\n')).toHaveLength(2);
	const frames = written.trimEnd().split('\r\u001B[K').slice(1);
	expect(new Set(frames)).toEqual(new Set(['   0:00  step 1', '   0:00  step 2']));
	expect(frames.length).toBeGreaterThan(2);
});

it('cuts a line that would wrap on a narrow terminal', async () => {
	const written = await show({ isTTY: true, columns: 12 });
	expect(written).toMatch(/ {3}0:00 {2}st\n$/);
});

it('ends the line also when the work fails', async () => {
	const screen = screenOf({ isTTY: true });
	const work = async () => await Promise.reject(new Error('Oh'));
	const watched = { text: () => 'working', time: () => 0 };
	await expect(withProgress(screen, watched, work)).rejects.toThrow('Oh');
	expect(screen.written()).toMatch(/working\n$/);
});
