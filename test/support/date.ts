/** All that Jest would fake besides: timers and I/O go on as usual. */
const NOT_DATE = [
	'hrtime',
	'nextTick',
	'performance',
	'queueMicrotask',
	'setImmediate',
	'clearImmediate',
	'setInterval',
	'clearInterval',
	'setTimeout',
	'clearTimeout',
] as const;

/** From here on it is this moment, for the nodes, n8n's engine and the simulated service alike. */
export function setDate(iso: string): void {
	jest.useFakeTimers({ now: Date.parse(iso), doNotFake: [...NOT_DATE] });
}

export function realDate(): void {
	jest.useRealTimers();
}
