import { badItemsError } from '../../../nodes/shared/badItems';
import { InputError } from '../../../nodes/shared/errors';

const empty = () => new InputError('Phone is empty', 'Enter a number.');
const bad = (...items: number[]) => items.map((itemIndex) => ({ itemIndex, error: empty() }));

it('names all bad items, and what is wrong with the first', () => {
	expect(badItemsError(bad(0, 4, 7), 10)).toMatchObject({
		message: '3 of 10 items cannot be used: items 0, 4 and 7. Item 0: Phone is empty',
		description: 'Enter a number.',
	});
});

it('leaves the error of one bad item as it is', () => {
	const [item] = bad(4);
	expect(badItemsError([item!], 10)).toBe(item?.error);
});

it('leaves an error as it is that all items have, such as one of the credential', () => {
	const items = bad(0, 1);
	expect(badItemsError(items, 2)).toBe(items[0]?.error);
});

it('lists ten of many', () => {
	const { message } = badItemsError(bad(...Array(25).keys()), 30) as Error;
	expect(message).toContain(
		'25 of 30 items cannot be used: items 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 15 more.',
	);
});
