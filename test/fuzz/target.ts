import type { Random } from './random';

/** Something that is tried with made-up inputs. */
export interface Target<Input> {
	name: string;
	input(random: Random): Input;
	/** @throws if the input was not dealt with as it should be; then `shown` is printed */
	check(input: Input, random: Random): void;
	shown(input: Input): string;
}

/** @throws with what is needed to see it again */
export function tryOnce<Input>(target: Target<Input>, random: Random, seed: number): void {
	const input = target.input(random);
	try {
		target.check(input, random);
	} catch (error) {
		throw new Error(
			`${target.name}, seed ${seed}: ${(error as Error).message}\ninput: ${target.shown(input)}`,
			{ cause: error },
		);
	}
}

export function same(actual: unknown, expected: unknown, what: string): void {
	const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
	if (left !== right) throw new Error(`${what}: ${left} instead of ${right}`);
}
