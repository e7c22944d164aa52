import { asJson, inWords, isWebPage, sentence, shownText } from '../../../nodes/shared/text';

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

it.each([
	{ ms: 400, words: '1 second' },
	{ ms: 90_000, words: '90 seconds' },
	{ ms: 3_600_000, words: '60 minutes' },
	{ ms: 7_200_001, words: '3 hours' },
	{ ms: 5 * 86_400_000, words: '5 days' },
	{ ms: Infinity, words: 'more than 30 days' },
])('a duration of $ms ms is $words', ({ ms, words }) => {
	expect(inWords(ms)).toBe(words);
});

it.each([
	{ text: '<!DOCTYPE html><html>', isPage: true },
	{ text: '\n <HTML lang="en">', isPage: true },
	{ text: '<!-- proxy --><body>', isPage: true },
	{ text: '<h1>Forbidden</h1>', isPage: true },
	{ text: '<?xml version="1.0"?><Error>', isPage: false },
	{ text: '<phone>,<name>', isPage: false },
	{ text: '{"page":"<html>"}', isPage: false },
	{ text: '', isPage: false },
])('tells a web page by its beginning: $text', ({ text, isPage }) => {
	expect(isWebPage(text)).toBe(isPage);
});
