import { ClientRequest } from 'node:http';
import { handledEvents, hasOtherProcess, hasWork } from './idle';

/*
 * A clock of its own for the timers of a process: it counts the time that this thread computes, and jumps to the next
 * timer when no bytes are on their way and no thread works. So waits take no time, and a busy machine changes
 * nothing. Dates and `setInterval` keep the real time. To be imported before a run.
 */

/** Turns of the event loop without an event until it is checked whether other threads work. */
const QUIET_TURNS = 2;
/** Before a jump of a time-out's length, a real millisecond without an event passes as well; before minutes, several. */
const LONG_MS = 1_000;
const MS_FOR_EACH_REAL_ONE = 40_000;
const MAX_REAL_MS = 10;
/** Where it cannot be known whether the others are idle: the most that a real millisecond may skip. */
const MAX_STEP_MS = 50;

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout, setImmediate } = globalThis;

/** Of this thread where Node tells it, from 23.9 on. */
const cpuUsage = process.threadCpuUsage?.bind(process) ?? process.cpuUsage.bind(process);
let skippedMs = 0;
const now = () => {
	const { user, system } = cpuUsage();
	return skippedMs + (user + system) / 1000;
};

/** Those that wait, by the time at which they are due. */
const timers: Timer[] = [];

class Timer {
	due = 0;

	constructor(
		readonly ms: number,
		readonly run: () => void,
	) {
		this.refresh();
	}

	refresh() {
		this.close();
		this.due = now() + this.ms;
		timers.splice(timers.findLastIndex(({ due }) => due <= this.due) + 1, 0, this);
		start();
		return this;
	}

	close() {
		const at = timers.indexOf(this);
		if (at >= 0) timers.splice(at, 1);
		return this;
	}

	// Waits end soon, so none needs to keep the process alive or not.
	ref = () => this;
	unref = () => this;
	hasRef = () => true;
	[Symbol.dispose] = () => void this.close();
}

let isStarted = false;
let quietTurns = 0;
let eventsBefore = -1;
let work: boolean | undefined;

function start() {
	if (isStarted) return;
	isStarted = true;
	setImmediate(turn);
}

/** Once in each turn of the event loop, behind the events that it has handled. */
function turn(): void {
	const [next] = timers;
	if (!next) {
		isStarted = false;
		return;
	}
	const events = handledEvents();
	quietTurns = events === eventsBefore ? quietTurns + 1 : 0;
	eventsBefore = events;
	const leftMs = next.due - now();
	if (leftMs <= 0) return fire(next);
	if (quietTurns > QUIET_TURNS + 1) return skipTo(next);
	if (quietTurns === QUIET_TURNS && leftMs >= LONG_MS) {
		return sleep(Math.min(MAX_REAL_MS, 1 + leftMs / MS_FOR_EACH_REAL_ONE));
	}
	if (quietTurns === QUIET_TURNS + 1) {
		work = hasWork();
		if (work) return startAnew();
	}
	// What threads had finished before is an event of the next turn.
	setImmediate(turn);
}

function skipTo(next: Timer): void {
	const leftMs = next.due - now();
	const isKnown = work === false && !hasOtherProcess();
	if (!isKnown && leftMs > MAX_STEP_MS) {
		skippedMs += MAX_STEP_MS;
		return startAnew();
	}
	skippedMs += Math.max(0, leftMs);
	fire(next);
}

function startAnew(): void {
	quietTurns = 0;
	sleep(1);
}

function sleep(realMs: number): void {
	realSetTimeout(turn, realMs);
}

function fire(timer: Timer): void {
	quietTurns = 0;
	timer.close();
	setImmediate(turn);
	timer.run();
}

function quickTimeout(run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) {
	return new Timer(Math.max(0, ms || 0), () => run(...args));
}
globalThis.setTimeout = Object.assign(quickTimeout, realSetTimeout) as typeof setTimeout;

globalThis.clearTimeout = (timer) => {
	if ((timer as unknown) instanceof Timer) (timer as unknown as Timer).close();
	else realClearTimeout(timer);
};

// Those of Node itself are shared by all test files of a process, of which the last one counts.
AbortSignal.timeout = (ms) => {
	const late = new AbortController();
	quickTimeout(() => late.abort(new DOMException('It took too long', 'TimeoutError')), ms);
	return late.signal;
};

const REAL = Symbol.for('quickWaits');
const prototype = ClientRequest.prototype as ClientRequest & {
	[REAL]?: ClientRequest['setTimeout'];
};
const realTimeout = (prototype[REAL] ??= prototype.setTimeout);
prototype.setTimeout = function (ms, onTimeout) {
	if (!onTimeout) return realTimeout.call(this, ms);
	const timer = new Timer(ms, onTimeout);
	const clear = () => void timer.close();
	return this.once('response', clear).once('close', clear);
};

// An object of its own: the other one is shared with other test files.
const value = Object.create(performance, { now: { value: now } }) as Performance;
Object.defineProperty(globalThis, 'performance', { value, configurable: true });
