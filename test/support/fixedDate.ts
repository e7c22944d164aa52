/** Jest's clock sets the date alone: a run itself needs all other clocks as they are. */
const ALL_BUT_THE_DATE: FakeableAPI[] = [
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
];

/** Does the work at a date that does not go on, such as `2026-11-21T22:30:00Z`. */
export async function atDate<T>(date: string, work: () => Promise<T>): Promise<T> {
	jest.useFakeTimers({ now: Date.parse(date), doNotFake: ALL_BUT_THE_DATE });
	try {
		return await work();
	} finally {
		jest.useRealTimers();
	}
}
