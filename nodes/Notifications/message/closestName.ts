/** Two names may differ in this share of their characters, and still mean the same. */
const MAX_DIFFERENCE = 1 / 3;

/**
 * The name that was probably meant. Typing errors count little, and what people cannot see, such as a zero-width
 * space, does not count at all.
 * @returns undefined if no name is close
 */
export function closestName(wanted: string, names: Iterable<string>): string | undefined {
	const plain = plainName(wanted);
	let closest: string | undefined;
	let smallest = Math.floor(plain.length * MAX_DIFFERENCE);
	for (const name of names) {
		const distance = editDistance(plain, plainName(name));
		if (distance > smallest || (distance === smallest && closest !== undefined)) continue;
		closest = name;
		smallest = distance;
	}
	return closest;
}

/** A name without case, blanks, punctuation, accents, and characters that cannot be seen. */
function plainName(name: string): string {
	const letters = name.normalize('NFKD').toLowerCase();
	return letters.replace(/[^\p{L}\p{N}]+/gu, '');
}

/** How many characters must be added, removed or replaced to turn one text into the other (Levenshtein). */
function editDistance(one: string, other: string): number {
	let previous = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (let row = 1; row <= one.length; row += 1) {
		const current = [row];
		for (let column = 1; column <= other.length; column += 1) {
			const replaced = previous[column - 1]! + (one[row - 1] === other[column - 1] ? 0 : 1);
			const removed = previous[column]! + 1;
			const added = current[column - 1]! + 1;
			current.push(Math.min(replaced, removed, added));
		}
		previous = current;
	}
	return previous[other.length]!;
}
