import { InputError } from '../../shared/errors';

export type Label = Record<string, string>;

/**
 * Makes the labels of a user (section 2.6): each with its own number, counted from 1 within the
 * user: `{ key_1: …, value_1: … }`, `{ key_2: …, value_2: … }`.
 */
export function toLabels(rows: ReadonlyArray<{ key: string; value: string }>): Label[] {
	return rows.map(({ key, value }, index) => {
		if (key.trim() === '') throw new InputError(`Label ${index + 1} has no key`, 'Enter its key.');
		return { [`key_${index + 1}`]: key, [`value_${index + 1}`]: value };
	});
}
