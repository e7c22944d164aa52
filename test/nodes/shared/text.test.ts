import { asJson, inWords, listed, shownText } from '../../../nodes/shared/text';

it.each([
	{ value: 'a\n\n  b', shown: 'a b' },
	{ value: '', shown: 'nothing' },
	{ value: undefined, shown: 'undefined' },
	{ value: 'x'.repeat(500), shown: `${'x'.repeat(400)}…` },
	{ value: 'a Bearer xyz-1, c "bearer abc"', shown: 'a Bearer *****, c "Bearer *****"' },
])('shows $value as one short line without bearer tokens', ({ value, shown }) => {
	expect(shownText(value)).toBe(shown);
});

it('only makes texts of the values that a list names, as a list of opt-outs may have 100,000 wrong entries', () => {
	const textOf = jest.fn((value: number) => `<${value}>`);
	expect(listed([...Array(100_000).keys()], textOf)).toMatch(/^<0>, .*, <9> and 99990 more$/);
	expect(textOf).toHaveBeenCalledTimes(10);
	expect(listed([1, 2], textOf)).toBe('<1> and <2>');
	expect(listed([1], textOf)).toBe('<1>');
});

it('shows what is nested too deeply for JSON', () => {
	const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
	const circular: { self?: object } = {};
	circular.self = circular;
	for (const value of [deep, circular]) {
		expect(asJson(value)).toBe('[too deeply nested to show]');
		expect(shownText(value)).toBe('[too deeply nested to show]');
	}
});

it.each([
	{ ms: 400, words: '1 second' },
	{ ms: 119_000, words: '119 seconds' },
	{ ms: 3_600_001, words: '61 minutes' },
])('a duration of $ms ms is $words', ({ ms, words }) => {
	expect(inWords(ms)).toBe(words);
});
