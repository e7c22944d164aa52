import { Hints } from '../../../nodes/shared/context';

const messages = (hints: Hints, items: number) => hints.all(items).map(({ message }) => message);

it('warnings come first, and look like warnings', () => {
	const hints = new Hints();
	hints.add('good to know', { itemIndex: 0 });
	hints.add('may be wrong', { itemIndex: 1, warning: true });
	hints.add('of the whole run');
	expect(hints.all(2)).toEqual([
		{ message: 'Item 1: may be wrong', location: 'outputPane', type: 'warning' },
		{ message: 'Item 0: good to know', location: 'outputPane' },
		{ message: 'of the whole run', location: 'outputPane' },
	]);
});

it('the same words for many items are shown once, and a single item is not numbered', () => {
	const hints = new Hints();
	for (const item of [3, 5, 3, 7]) hints.add('same', { itemIndex: item });
	expect(messages(hints, 9)).toEqual(['Item 3 and 2 more: same']);
	expect(messages(hints, 1)).toEqual(['same']);
});

it('of many hints eight are shown, warnings first, and the rest is counted', () => {
	const hints = new Hints();
	for (let at = 0; at < 8; at++) hints.add(`hint ${at}`);
	hints.add('late warning', { warning: true });
	const first = [0, 1, 2, 3, 4, 5, 6].map((at) => `hint ${at}`);
	expect(messages(hints, 2)).toEqual(['late warning', ...first, 'Not shown: 1 more hint.']);
});
