/** The middle one of an odd number of values. */
export function median(values: number[]): number {
	const middle = values.toSorted((a, b) => a - b)[values.length >> 1];
	if (middle === undefined) throw new Error('There is nothing to take the median of');
	return middle;
}
