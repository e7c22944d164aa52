import { asJson, sentence, shownText } from '../../../nodes/shared/text';

it.each([
	['a\n\n  b', 'a b'],
	[{ a: 1 }, '{"a":1}'],
	['', 'nothing'],
	[undefined, 'undefined'],
	['x'.repeat(500), `${'x'.repeat(200)}…`],
	['a Bearer xyz-1, c "bearer abc"', 'a Bearer *****, c "Bearer *****"'],
])('shows %j as one short line without bearer tokens', (value, text) => {
	expect(shownText(value)).toBe(text);
});

it.each([
	...['', 'No.', 'Why?', 'Oh!', 'And…', 'Try again. (Status 503)'].map((text) => [text, text]),
	...['No', 'No (or yes)', '"No"'].map((text) => [text, `${text}.`]),
])('%j as a sentence is %j', (text, whole) => {
	expect(sentence(text)).toBe(whole);
});

it('shows what is nested too deeply for JSON', () => {
	const deep = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)) as unknown;
	expect(asJson(deep)).toBe('[too deeply nested to show]');
});
