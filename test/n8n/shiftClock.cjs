/*
 * Loaded by n8n's processes before n8n itself (NODE_OPTIONS): their date is the one in the file SHIFT_FILE,
 * as milliseconds from the true one. Timers of over 20 s go by it, so that a schedule fires when its time
 * comes; shorter ones are true.
 */
const { readFileSync } = require('node:fs');
const { promisify } = require('node:util');

const TrueDate = Date;
// Libraries of n8n replace it.
const trueNow = Date.now;
const trueSetTimeout = setTimeout;
const LONG_MS = 20_000;
const READ_EVERY_MS = 50;

let shift = 0;
let readAt = 0;

function now() {
	const time = trueNow();
	if (time - readAt >= READ_EVERY_MS) {
		readAt = time;
		// It is empty for a moment while it is written.
		shift = Number(readFileSync(process.env.SHIFT_FILE, 'utf8')) || shift;
	}
	return time + shift;
}

globalThis.Date = new Proxy(TrueDate, {
	apply: () => new TrueDate(now()).toString(),
	construct: (target, args, newTarget) =>
		Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
	get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});

function longTimeout(run, ms, args) {
	const end = now() + ms;
	const timer = setInterval(() => {
		if (now() < end) return;
		clearInterval(timer);
		run(...args);
	}, READ_EVERY_MS);
	return timer;
}

globalThis.setTimeout = Object.assign(
	(run, ms, ...args) =>
		ms > LONG_MS ? longTimeout(run, ms, args) : trueSetTimeout(run, ms, ...args),
	{ [promisify.custom]: trueSetTimeout[promisify.custom] },
);
