import { ClientRequest } from 'node:http';
import { handledEvents, hasOtherProcess, hasWork } from './idle';

/*
 * A clock of its own for the timers of a process. It counts the time that this thread computes. When nothing happens any
 * more (no bytes are on their way, and no other thread works), it jumps to the time at which the next timer is due. So
 * waits take no time, and a busy machine changes nothing. Dates and `setInterval` keep the real time.
 *
 * A test whose waits are to be skipped imports this file first, before anything that may take a timer.
 */

/** Nothing seems to happen if the event loop has handled no event in so many turns. */
const QUIET_TURNS = 2;
/** Before a longer wait is skipped, some real time passes, too, in which an event may still come. */
const LONG_MS = 1_000;
/** One real millisecond for so many that are skipped, but no more than the maximum. */
const MS_FOR_EACH_REAL_ONE = 40_000;
const MAX_REAL_MS = 10;
/** Where it is not known whether others work: so many milliseconds may be skipped while a real one passes. */
const MAX_STEP_MS = 50;

const { setTimeout: realSetTimeout, clearTimeout: realClearTimeout, setImmediate } = globalThis;

/** The time that this thread has computed; before Node 23.9, the whole process. */
const cpuUsage = process.threadCpuUsage?.bind(process) ?? process.cpuUsage.bind(process);
let skippedMs = 0;
const now = () => {
	const { user, system } = cpuUsage();
	return skippedMs + (user + system) / 1000;
};

/** The timers that wait, in the order in which they are due. */
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
/** Turns of the event loop, up to this one, without an event. */
let quietTurns = 0;
let eventsBefore = -1;
/** Whether other threads work for this one; undefined where the system does not say. */
let areOthersWorking: boolean | undefined;

function start() {
	if (isStarted) return;
	isStarted = true;
	setImmediate(turn);
}

/** Once in each turn of the event loop, after the events that it has handled. */
function turn(): void {
	const [next] = timers;
	if (!next) {
		isStarted = false;
		return;
	}
	countQuietTurns();
	const leftMs = next.due - now();
	if (leftMs <= 0) {
		fire(next);
	} else if (quietTurns < QUIET_TURNS) {
		setImmediate(turn);
	} else if (quietTurns === QUIET_TURNS) {
		waitForLateEvent(leftMs);
	} else if (quietTurns === QUIET_TURNS + 1) {
		askForWork();
	} else {
		skipTo(next);
	}
}

function countQuietTurns(): void {
	const events = handledEvents();
	quietTurns = events === eventsBefore ? quietTurns + 1 : 0;
	eventsBefore = events;
}

function waitForLateEvent(leftMs: number): void {
	if (leftMs < LONG_MS) setImmediate(turn);
	else sleep(Math.min(MAX_REAL_MS, 1 + leftMs / MS_FOR_EACH_REAL_ONE));
}

function askForWork(): void {
	areOthersWorking = hasWork();
	if (areOthersWorking) startAnew();
	// What other threads had finished before is an event of the next turn.
	else setImmediate(turn);
}

function skipTo(next: Timer): void {
	const leftMs = next.due - now();
	const isNobodyWorking = areOthersWorking === false && !hasOtherProcess();
	if (!isNobodyWorking && leftMs > MAX_STEP_MS) {
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

function quickTimeout(run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): Timer {
	return new Timer(Math.max(0, ms || 0), () => run(...args));
}
globalThis.setTimeout = Object.assign(quickTimeout, realSetTimeout) as typeof setTimeout;

globalThis.clearTimeout = (timer) => {
	if ((timer as unknown) instanceof Timer) (timer as unknown as Timer).close();
	else realClearTimeout(timer);
};

/*
 * Several test files run in one process, one after the other. Jest's environment gives back the globals that a file has
 * replaced, but not what belongs to AbortSignal and to the modules of Node. There, this clock itself ends with its file:
 * the next one may want real waits.
 */

const realSignalTimeout = AbortSignal.timeout;
const realRequestTimeout = ClientRequest.prototype.setTimeout;

AbortSignal.timeout = (ms) => {
	const late = new AbortController();
	quickTimeout(() => late.abort(new DOMException('It took too long', 'TimeoutError')), ms);
	return late.signal;
};

ClientRequest.prototype.setTimeout = function (ms, onTimeout) {
	if (!onTimeout) return realRequestTimeout.call(this, ms);
	const timer = new Timer(ms, onTimeout);
	const clear = () => void timer.close();
	return this.once('response', clear).once('close', clear);
};

function giveBackRealWaits(): void {
	AbortSignal.timeout = realSignalTimeout;
	ClientRequest.prototype.setTimeout = realRequestTimeout;
}

// Programs import this file, too.
if (typeof afterAll === 'function') afterAll(giveBackRealWaits);

// A new object, so that the real one stays as it is for other test files.
const quickPerformance = Object.create(performance, { now: { value: now } }) as Performance;
Object.defineProperty(globalThis, 'performance', { value: quickPerformance, configurable: true });
