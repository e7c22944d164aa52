/** When calls waited for the rate limiter. Several may wait at the same time, which counts once. */
export class Waits {
	readonly #spans: Array<[from: number, to: number]> = [];

	readonly add = (from: number, to: number): void => {
		this.#spans.push([from, to]);
	};

	totalMs(): number {
		let total = 0;
		let end = -Infinity;
		for (const [from, to] of this.#spans.sort(([one], [other]) => one - other)) {
			total += Math.max(0, to - Math.max(from, end));
			end = Math.max(end, to);
		}
		return total;
	}
}
