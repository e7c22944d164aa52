import fc from 'fast-check';
import { Secret } from '../../../../nodes/shared/http/redact';

const TOKEN = 'abc+def/0123';
const secret = new Secret(TOKEN);

describe('in a text', () => {
	it.each([
		{
			what: 'each occurrence of the token',
			text: `a ${TOKEN} b ${TOKEN}`,
			shown: 'a ***** b *****',
		},
		{
			what: 'the token in JSON, with small and capital letters in its codes',
			text: '{"t":["abc\\u002bdef\\u002f0123","abc\\u002Bdef\\u002F0123"]}',
			shown: '{"t":["*****","*****"]}',
		},
		{
			what: 'the token in JSON written by PHP inside JSON written by PHP',
			text: '{\\"t\\":\\"abc+def\\\\\\/0123\\"}',
			shown: '{\\"t\\":\\"*****\\"}',
		},
		{
			what: 'the token in JSON written by PHP inside other JSON',
			text: '{\\"t\\":\\"abc+def\\\\/0123\\"}',
			shown: '{\\"t\\":\\"*****\\"}',
		},
		{
			what: 'codes of JSON whose backslash is a code',
			text: '{"t":"abc\\u005cu002bdef%5Cu002F0123"}',
			shown: '{"t":"*****"}',
		},
		{
			what: 'the token in a URL, with capital and small letters in its codes',
			text: '/?token=abc%2Bdef%2F0123&x=abc%2bdef%2f0123',
			shown: '/?token=*****&x=*****',
		},
		{
			what: 'the token in a URL inside a URL, and with codes of letters',
			text: '/?url=%3Ft%3Dabc%252Bdef%252F0123%26x%3D%2561bc%2Bdef%2F0123',
			shown: '/?url=%3Ft%3D*****%26x%3D*****',
		},
		{
			what: 'the token in HTML, and in HTML inside JSON',
			text: '<p>abc&#43;def&#x2F;0123</p> "abc\\u0026#43;def&amp;#47;0123"',
			shown: '<p>*****</p> "*****"',
		},
		{
			what: 'nothing if the text has only the beginning of the token',
			text: 'abc+def/012',
			shown: 'abc+def/012',
		},
		{
			what: 'nothing that ends before the token begins',
			text: '"C:\\\\\\"abc+def/0123\\""',
			shown: '"C:\\\\\\"*****\\""',
		},
	])('replaces $what', ({ text, shown }) => {
		expect(secret.redacted(text)).toBe(shown);
	});

	it('replaces a token of special characters alone', () => {
		const token = '+/=+/=+/=\\"<&>';
		const inHtml = '+/=+/=+/=\\&quot;&lt;&amp;&gt;';
		const text = `${token} ${JSON.stringify(token)} ${encodeURIComponent(token)} ${inHtml}`;
		expect(new Secret(token).redacted(text)).toBe('***** "*****" ***** *****');
	});

	it.each([100, 1_000, 20_000])(
		'replaces all of a token of %i characters, in any writing',
		(length) => {
			const token = 'eyJhbGciOi.aB3+/_-='.repeat(length / 19);
			const codes = [...token].map((char) => `\\u00${char.charCodeAt(0).toString(16)}`);
			const text = JSON.stringify([token, encodeURIComponent(token), `${codes.join('')}!`]);
			expect(new Secret(token).redacted(text)).toBe('["*****","*****","*****!"]');
		},
	);

	it.each([1, 11, 12, 40])(
		'that was cut off shows no part of the token, of which %i characters are left',
		(left) => {
			const repeatedToken = TOKEN.repeat(4);
			const text = `${'x'.repeat(1_000)}${repeatedToken.slice(0, left)}`;
			expect(secret.redactedPrefix(text)).toMatch(/^x+\**$/);
		},
	);

	it('does not look for a token of fewer than 8 characters, which ordinary words contain', () => {
		expect(new Secret('1234567').redacted('12345678')).toBe('12345678');
		expect(new Secret('1234567').redactedPrefix('12345678')).toBe('12345678');
		expect(new Secret('12345678').redacted('12345678')).toBe('*****');
	});
});

/* How the programs that stand behind a response may write a text, and how a reader undoes it. */

interface Writing {
	write(text: string, isCoded: (at: number) => boolean): string;
	undo(written: string): string;
}

function hexOf(char: string, isCapital: boolean): string {
	const hex = char.charCodeAt(0).toString(16).padStart(2, '0');
	return isCapital ? hex.toUpperCase() : hex;
}

function each(text: string, write: (char: string, at: number) => string): string {
	return [...text].map(write).join('');
}

const JSON_TEXT: Writing = {
	write: (text, isCoded) =>
		each(text, (char, at) => {
			if (isCoded(at)) return `\\u00${hexOf(char, isCoded(at + 1))}`;
			// PHP does, others do not.
			if (char === '/' && isCoded(at + 2)) return '\\/';
			return JSON.stringify(char).slice(1, -1);
		}),
	undo: (written) => JSON.parse(`"${written}"`) as string,
};
const URL_PART: Writing = {
	write: (text, isCoded) =>
		each(text, (char, at) => {
			const usual = encodeURIComponent(char);
			const isCode = usual !== char || isCoded(at);
			return isCode ? `%${hexOf(char, isCoded(at + 1))}` : char;
		}),
	undo: decodeURIComponent,
};
const NAMED = { '"': '&quot;', '&': '&amp;', "'": '&apos;', '<': '&lt;', '>': '&gt;' };
const HTML: Writing = {
	write: (text, isCoded) =>
		each(text, (char, at) => {
			const name = NAMED[char as keyof typeof NAMED] as string | undefined;
			if (!isCoded(at)) return name ?? char;
			return isCoded(at + 1) ? `&#x${hexOf(char, isCoded(at + 2))};` : `&#${char.charCodeAt(0)};`;
		}),
	undo: (written) =>
		written.replace(
			/&(?:#x(\w+)|#(\d+)|\w+);/gi,
			(entity: string, hex?: string, number?: string) => {
				const named = Object.entries(NAMED).find(([, name]) => name === entity);
				return named?.[0] ?? String.fromCharCode(hex ? parseInt(hex, 16) : Number(number));
			},
		),
};

const tokens = fc
	.array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 8, maxLength: 90 })
	.map((codes) => String.fromCharCode(...codes))
	.filter((token) => token.replaceAll('\\', '').length >= 8);
const surroundings = fc.stringMatching(/^[a \n"\\/<]{0,9}$/);
/** In HTML, nothing but JSON follows: nobody writes a page as a part of a URL. */
const writings = fc
	.tuple(
		fc.array(fc.constantFrom(JSON_TEXT, URL_PART), { maxLength: 3 }),
		fc.constantFrom([], [HTML], [HTML, JSON_TEXT]),
	)
	.map((parts) => parts.flat());

/** Which characters are written as codes although they need not be. */
const coded = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 });

it('no reader gets the token from a text in which it was written in any mixture of ways', () => {
	fc.assert(
		fc.property(
			tokens,
			fc.tuple(surroundings, surroundings),
			writings,
			coded,
			(token, [before, after], levels, codes) => {
				let text = `${before} ${token} ${after}`;
				for (const [level, { write }] of levels.entries()) {
					// What is a code already is not written as codes of its own letters.
					text = write(text, (at) => level === 0 && codes[at % codes.length]!);
				}
				let shown = new Secret(token).redacted(text);
				for (const { undo } of levels.toReversed()) {
					expect(shown).not.toContain(token);
					// It must still be JSON, or a part of a URL.
					shown = undo(shown);
				}
				expect(shown).not.toContain(token);
				expect(shown).toContain('*****');
				expect(shown.startsWith(`${before} `) && shown.endsWith(` ${after}`)).toBe(true);
			},
		),
		{ numRuns: 500 },
	);
});
