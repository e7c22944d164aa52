/** @returns the first name that another one before it has, too */
export function firstDuplicate(names: string[]): string | undefined {
	const seen = new Set<string>();
	return names.find((name) => {
		const isKnown = seen.has(name);
		seen.add(name);
		return isKnown;
	});
}

/** `name`, `name_2`, `name_3`: no two the same, and no other name changed. */
export function withSuffixes(names: string[]): string[] {
	const taken = new Set(names);
	const seen = new Map<string, number>();
	return names.map((name) => {
		let number = (seen.get(name) ?? 0) + 1;
		let unique = name;
		if (number > 1) {
			while (taken.has((unique = `${name}_${number}`))) number += 1;
			taken.add(unique);
		}
		seen.set(name, number);
		return unique;
	});
}
