import fc from 'fast-check';
import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	getExampleNumber,
} from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import { toE164 } from '../../../../nodes/Notifications/message/phone';
import { InputError } from '../../../../nodes/shared/errors';

/*
 * Whatever is written: the digits that are sent are those of the writing, in their order. Documented
 * changes: the calling code of the default country before them, what is left out at the beginning (00,
 * 011, a national prefix, Mexico's 1) or as .0 at the end, and Argentina's 15, which becomes 9.
 */

const SEED = 20261121;
const E164 = /^\+[1-9]\d{4,14}$/;
const countries = getCountries();
const callingCodes = [...new Set(countries.map((country) => getCountryCallingCode(country)))];

const digits = (max: number) =>
	fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: max });
const separator = fc.constantFrom('', '', '', '', ' ', ' ', '-', '.', '\u00a0', '\u200e');
const around = fc.constantFrom('', '', '', '', "'", '"', '\u202a', ' ', 'tel:', 'whatsapp:');
const beginning = fc.constantFrom(
	'',
	'+',
	'＋',
	'00',
	'00 ',
	'0',
	'1',
	'8',
	'011',
	'+00',
	'(',
	'521',
);
const end = fc.constantFrom('', '', '', '', '.0', '.', ')', '@c.us', ';ext=1', '/7', 'x5', ' (0)');

/** The example of a country with some digits changed, and how it may begin. */
const nearlyRight = (country: CountryCode) => {
	const national = getExampleNumber(country, examples)?.nationalNumber ?? '';
	const own = fc.record({
		start: fc.constantFrom('', '0'),
		// Seven digits, or six, are a whole number where there is one area code.
		number: fc.constantFrom(national, national, national.slice(-7), national.slice(-6)),
	});
	const international = fc.record({
		start: fc.constantFrom('+', '+', '00', '＋', ''),
		zero: fc.constantFrom('', '', '', '(0)', '0'),
	});
	const withCode = international.map(({ start, zero }) => ({
		start,
		number: getCountryCallingCode(country) + zero + national,
	}));
	return fc
		.tuple(fc.oneof(own, withCode), fc.nat(12), digits(2))
		.map(([{ start, number }, at, changed]) => ({
			start,
			number: number.slice(0, -1 - at) + changed + number.slice(-1 - at + changed.length),
		}));
};

const wild = fc.record({
	start: beginning,
	number: fc.oneof(
		fc.tuple(fc.constantFrom(...callingCodes), digits(14)).map((parts) => parts.join('')),
		digits(18),
	),
});

const writing = fc
	.tuple(fc.constantFrom(...countries), fc.constantFrom('', 'own', ...countries.slice(0, 2)))
	.chain(([country, choice]) =>
		fc
			.tuple(around, fc.oneof(nearlyRight(country), wild), fc.array(separator), end)
			.map(([before, { start, number }, separators, after]) => ({
				text: `${before}${start}${[...number].map((digit, at) => (separators[at] ?? '') + digit).join('')}${after}`,
				country: choice === 'own' ? country : choice,
			})),
	);

/** E.164, or nothing; whatever else is thrown fails the test. */
function taken(value: unknown, country: string): string | undefined {
	try {
		return toE164(value, country);
	} catch (error) {
		if (error instanceof InputError) return undefined;
		throw error;
	}
}

/** The digits of a writing, less a trailing .0 and what follows an address or a number. */
function digitsOf(text: string): string {
	return text
		.normalize('NFKC')
		.replace(/\.0\W*$/, '')
		.replace(/@.*$/, '')
		.replace(/\D/g, '');
}

/** Whether a number consists of the last digits of a writing, behind their calling code or the default's. */
function isOfWriting(e164: string, written: string, country: string): boolean {
	const number = e164.slice(1);
	if (written.endsWith(number)) return true;
	const own = country === '' ? [] : [getCountryCallingCode(country as 'BR')];
	const codes = [...own, ...callingCodes.filter((code) => hasCode(written, code))];
	return codes.some((code) => {
		if (!number.startsWith(code)) return false;
		const national = number.slice(code.length);
		return written.endsWith(national) || (code === '54' && isWithout15(written, national));
	});
}

/** Whether digits begin with a calling code, behind at most what is dialled for +. */
function hasCode(written: string, code: string): boolean {
	return new RegExp(`^(?:0\\d{0,4})?${code}`).test(written);
}

function isWithout15(written: string, national: string): boolean {
	return [2, 3, 4].some((area) => {
		const subscriber = national.slice(1 + area);
		return written.endsWith(`${national.slice(1, 1 + area)}15${subscriber}`);
	});
}

it('sends no digits but those of the writing', () => {
	let count = 0;
	fc.assert(
		fc.property(writing, ({ text, country }) => {
			const e164 = taken(text, country);
			if (e164 === undefined) return true;
			count += 1;
			return E164.test(e164) && isOfWriting(e164, digitsOf(text), country);
		}),
		{ seed: SEED, numRuns: 15_000 },
	);
	expect(count).toBeGreaterThan(1000);
});

it('ends in a number or an InputError that shows four digits at most', () => {
	const anything = fc.oneof(
		writing.map(({ text }) => text),
		fc.anything({ maxDepth: 1, maxKeys: 2 }),
		fc.string({ unit: 'binary', maxLength: 40 }),
		fc.double(),
		fc.maxSafeInteger(),
	);
	fc.assert(
		fc.property(anything, fc.constantFrom('', 'BR', 'US', 'IN'), (value, country) => {
			try {
				return E164.test(toE164(value, country));
			} catch (error) {
				if (!(error instanceof InputError)) throw error;
				return !/\d{5}/.test(`${error.message} ${error.description}`);
			}
		}),
		{ seed: SEED, numRuns: 2000 },
	);
});

it('is settled: what was taken is taken as it is, with any default country', () => {
	fc.assert(
		fc.property(writing, ({ text, country }) => {
			const e164 = taken(text, country);
			// Of an address from the chat app, only the length is checked.
			if (e164 === undefined || /@|whatsapp/.test(text)) return;
			expect([taken(e164, ''), taken(e164, 'US')]).toEqual([e164, e164]);
		}),
		{ seed: SEED, numRuns: 3000 },
	);
});
