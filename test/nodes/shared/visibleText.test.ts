import fc from 'fast-check';
import { isBlank, tidy } from '../../../nodes/shared/visibleText';
import { seeded } from '../../support/cuts';

const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}';
const FLAG = '\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}';

it.each([
	{ text: ' Ana ', same: 'Ana' },
	{ text: 'Sil\u00ADva', same: 'Silva' },
	{ text: 'Ana\u00A0\u2009Silva', same: 'Ana  Silva' },
	{ text: 'a\r\nb\rc\u2028d\u0085e', same: 'a\nb\nc\nd\ne' },
	// What stood between a letter and its accent is gone, so they are one character.
	{ text: 'Jose\u200B\u0301', same: 'José' },
	{ text: 'Oi \uD83D', same: 'Oi \uFFFD' },
	{ text: 'Ana\u200D\u200C Silva', same: 'Ana Silva' },
	{ text: 'a\tb', same: 'a\tb' },
	// The older way to write Malayalam's chillu letters: the joiner changes the letter before it.
	{ text: 'അവന്\u200D വന്നു', same: 'അവന്\u200D വന്നു' },
	{ text: `${FAMILY} ❤\uFE0F ${FLAG} می\u200Cروم`, same: `${FAMILY} ❤\uFE0F ${FLAG} می\u200Cروم` },
])('%p looks the same as $same', ({ text, same }) => {
	expect(tidy(text)).toBe(same);
});

it('a tidy text stays as it is, and is not blank unless the text was', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 12 }), (text) => {
			const once = tidy(text);
			expect(tidy(once)).toBe(once);
			expect(isBlank(once) || !isBlank(text)).toBe(true);
		}),
		seeded(3_000),
	);
});

it.each(['', ' ', '\n\t', '\u200b\ufeff', '\u2800', '\u3164', '\u00AD'])(
	'nobody sees %p',
	(text) => {
		expect(isBlank(text)).toBe(true);
	},
);
