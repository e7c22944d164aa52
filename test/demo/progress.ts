interface Screen {
	isTTY?: boolean;
	/** Some terminals say 0 where they do not know it. */
	columns?: number;
	write(text: string): unknown;
}

interface Watched {
	/** What is shown, without the time. */
	text: () => string;
	/** In seconds. */
	time: () => number;
}

const FRAME_MS = 50;
const MAX_WIDTH = 80;
const START_OF_LINE = '\r\u001B[K';

/** Shows how far a work is: on a terminal in one line that changes, elsewhere in a line for each change. */
export async function withProgress<T>(
	screen: Screen,
	{ text, time }: Watched,
	work: () => Promise<T>,
): Promise<T> {
	const began = time();
	let shown = '';
	const show = () => {
		const now = text();
		const line = `   ${asMinutes(time() - began)}  ${now}`;
		// A line that wraps could not be written over.
		if (screen.isTTY)
			screen.write(START_OF_LINE + line.slice(0, (screen.columns || MAX_WIDTH) - 1));
		else if (now !== shown) screen.write(`${line}\n`);
		shown = now;
	};
	const timer = setInterval(show, FRAME_MS);
	try {
		return await work();
	} finally {
		clearInterval(timer);
		show();
		if (screen.isTTY) screen.write('\n');
	}
}

function asMinutes(seconds: number): string {
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
