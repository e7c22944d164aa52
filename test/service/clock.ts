/** The service's own time: the real one, shifted by hand. In milliseconds. */
export class Clock {
	#offset = 0;

	now(): number {
		return Date.now() + this.#offset;
	}

	advance(ms: number): void {
		this.#offset += ms;
	}
}
