export interface TimeLapse {
	/** Since it began, in seconds as the program counts them. */
	seconds(): number;
	end(): void;
}

/**
 * Makes time pass faster for the timers of this process and for its `performance.now`, so that a program that waits
 * for a minute waits for `60 / speed` seconds. All of its waits keep their proportions. Dates, intervals and what Node
 * itself times, such as sockets, keep the real time.
 */
export function beginTimeLapse(speed: number): TimeLapse {
	const { setTimeout: realSetTimeout, performance: realPerformance } = globalThis;
	const beganAt = realPerformance.now();
	const now = () => beganAt + (realPerformance.now() - beganAt) * speed;

	const fasterTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
		realSetTimeout(run, ms / speed, ...args);
	globalThis.setTimeout = Object.assign(fasterTimeout, realSetTimeout) as typeof setTimeout;
	const value = Object.create(realPerformance, { now: { value: now } }) as Performance;
	Object.defineProperty(globalThis, 'performance', { value, configurable: true });

	return {
		seconds: () => (now() - beganAt) / 1000,
		end() {
			globalThis.setTimeout = realSetTimeout;
			const original = { value: realPerformance, configurable: true };
			Object.defineProperty(globalThis, 'performance', original);
		},
	};
}
