import { Hints } from '../../../nodes/shared/context';

const messages = (hints: Hints, items: number) => hints.all(items).map(({ message }) => message);

it('warnings come first, and look like warnings; what holds for every run comes last', () => {
	const hints = new Hints();
	hints.add('as always', { itemIndex: 0, summary: true });
	hints.add('good to know', { itemIndex: 0 });
	hints.add('may be wrong', { itemIndex: 1, warning: true });
	hints.add('of the whole run');
	expect(hints.all(2)).toEqual([
		{ message: 'Item 1: may be wrong', location: 'outputPane', type: 'warning' },
		{ message: 'Item 0: good to know', location: 'outputPane' },
		{ message: 'of the whole run', location: 'outputPane' },
		{ message: 'Item 0: as always', location: 'outputPane' },
	]);
});

it('the same words for many items are shown once, and a single item is not numbered', () => {
	const hints = new Hints();
	for (const item of [3, 5, 3, 7]) hints.add('same', { itemIndex: item });
	expect(messages(hints, 9)).toEqual(['Item 3 and 2 more: same']);
	expect(messages(hints, 1)).toEqual(['same']);
});

it('of many hints eight are shown, the rest is counted, and neither warning nor summary is left out', () => {
	const hints = new Hints();
	for (let at = 0; at < 9; at++) hints.add(`hint ${at}`);
	hints.add('late warning', { warning: true });
	hints.add('summary', { summary: true });
	const first = [0, 1, 2, 3, 4, 5].map((at) => `hint ${at}`);
	const more = '3 more hints are not shown.';
	expect(messages(hints, 2)).toEqual(['late warning', ...first, more, 'summary']);
});

it('many summaries hide neither warnings nor other hints, since only three of them are shown', () => {
	const hints = new Hints();
	for (let at = 0; at < 12; at++) hints.add(`summary ${at}`, { summary: true });
	hints.add('good to know');
	hints.add('may be wrong', { warning: true });
	expect(messages(hints, 12)).toEqual([
		'may be wrong',
		'good to know',
		'9 more hints are not shown.',
		'summary 0',
		'summary 1',
		'summary 2',
	]);
});

it('a single hint that is not shown is counted in the singular', () => {
	const hints = new Hints();
	for (let at = 0; at < 9; at++) hints.add(`hint ${at}`);
	expect(messages(hints, 1).at(-1)).toBe('1 more hint is not shown.');
});
