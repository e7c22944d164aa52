import { countTokens } from './tokens';

it.each([
	{ what: 'a statement', text: 'const a = 1;', tokens: 5, lines: 1 },
	{ what: 'comments and blank lines', text: '/** Why. */\n// Why.\n\na();', tokens: 4, lines: 1 },
	{ what: 'a comment beside code', text: 'a(); // Why.', tokens: 4, lines: 1 },
	{ what: 'a text of two lines', text: 'a(`b\nc`);', tokens: 5, lines: 2 },
	{ what: 'an expression in a text', text: 'a(`b${c}d`);', tokens: 7, lines: 1 },
	{ what: 'a regular expression', text: 'a(/b"c/);', tokens: 5, lines: 1 },
])('$what: $tokens tokens, $lines lines', ({ text, tokens, lines }) => {
	expect(countTokens(text)).toEqual({ tokens, lines });
});
