import {
	type PhoneNumber,
	PhoneNumberFormat as Format,
	PhoneNumberType,
	PhoneNumberUtil,
} from 'google-libphonenumber';
import { toE164 } from '../../../../nodes/Notifications/message/phone';

/*
 * The example numbers of every country and kind, in many writings, against Google's own library.
 *
 * Deliberate differences:
 * - digits without a plus that another country could have too are refused (AMBIGUOUS);
 * - Mexico's old +52 1 and ten digits are taken as +52 and the ten, where Google refuses them;
 * - a bracketed zero is left out also where no national prefix is dialled (Spain, Italy's mobiles);
 * - area codes that Google adds to a short number (Jersey, Bahamas, Madagascar, …) are not added;
 * - numbers of more than the 15 digits that E.164 has are refused;
 * - 00 is + in every country, and a trailing .0 is no digit: these are compared to the same number in
 *   plain writing, and may be refused where the country reads 00 otherwise.
 */

const google = PhoneNumberUtil.getInstance();
const AMBIGUOUS = /^Phone can be read as two numbers/;
const KINDS = Object.values(PhoneNumberType).filter(
	(kind): kind is PhoneNumberType => Number(kind) >= 0,
);
/** The two libraries' metadata are of different months: ranges that only one of them knows. */
const KNOWN_TO_GOOGLE_ONLY = new Set(['+22985751234', '+22981123456', '+2631312345']);
const KNOWN_TO_US_ONLY = new Set(['+2675012345']);

interface Example {
	region: string;
	number: PhoneNumber;
	e164: string;
}

function allExamples(): Example[] {
	const examples = new Map<string, Example>();
	for (const region of google.getSupportedRegions()) {
		for (const kind of KINDS) {
			const number = google.getExampleNumberForType(region, kind);
			if (!number || !google.isValidNumber(number)) continue;
			const e164 = google.format(number, Format.E164);
			if (!KNOWN_TO_GOOGLE_ONLY.has(e164)) examples.set(region + e164, { region, number, e164 });
		}
	}
	return [...examples.values()];
}

const examples = allExamples();

/** Every fifth example, other ones in each test, so that all of it takes seconds. */
const some = (offset: number) => examples.filter((_, index) => index % 5 === offset % 5);

/** What Google's library makes of a text, if it is a valid number. */
function googles(text: string, region: string): string | undefined {
	try {
		const number = google.parse(text, region);
		return google.isValidNumber(number) ? google.format(number, Format.E164) : undefined;
	} catch {
		return undefined;
	}
}

/** E.164, or the message of the refusal. */
function ours(text: string, region: string): string {
	try {
		return toE164(text, region);
	} catch (error) {
		return (error as Error).message;
	}
}

const isTaken = (result: string) => result.startsWith('+');
const fullWidth = (text: string) =>
	text.replace(/[ -~]/g, (character) =>
		character === ' ' ? '\u3000' : String.fromCharCode(character.charCodeAt(0) + 0xfee0),
	);
const reverse = (text: string) => [...text].reverse().join('');

/** The same number, as people and programs damage its writing. */
const SAME_NUMBER: Array<[string, (text: string) => string]> = [
	['no-break blanks', (text) => text.replace(/[ -]/g, '\u00a0')],
	['dots', (text) => text.replace(/[ -]/g, '.')],
	['other dashes', (text) => text.replace(/[ -]/g, '\u2011')],
	['full width', fullWidth],
	['direction marks', (text) => `\u202a${text}\u202c`],
	['quotes', (text) => `"${text}"`],
	['blanks around', (text) => `\t ${text}\u00a0\n`],
];

/** Another number, or none: one digit too few, too many, another one, two in the wrong order. */
const DAMAGES: Array<[string, (text: string) => string]> = [
	['last digit missing', (text) => text.replace(/\d(?=\D*$)/, '')],
	['digit behind the first two missing', (text) => text.replace(/(\d\D*\d\D*)\d/, '$1')],
	['extra digit at the end', (text) => `${text}7`],
	['extra digit at the beginning', (text) => text.replace(/\d/, '3$&')],
	['another digit', (text) => text.replace(/(\d\D*\d\D*\d\D*)\d/, '$15')],
	['swapped digits', (text) => text.replace(/\d\d/, reverse)],
	['without plus', (text) => text.replace('+', '')],
	['zero behind the calling code', (text) => text.replace(/^(\+\d+ )/, '$10')],
	['plus behind two zeros', (text) => text.replace(/^\+/, '00+')],
];

it('Google has examples of every country and most kinds', () => {
	expect(new Set(examples.map(({ region }) => region)).size).toBeGreaterThan(240);
	expect(examples.length).toBeGreaterThan(1000);
});

it.each([
	['E.164', Format.E164],
	['international', Format.INTERNATIONAL],
	['RFC 3966', Format.RFC3966],
])('takes every example in %s writing, with and without a default country', (_, format) => {
	const wrong = examples.flatMap(({ region, number, e164 }) => {
		const text = google.format(number, format);
		return ['', region]
			.filter((country) => ours(text, country) !== e164)
			.map((country) => ({ text, country, ours: ours(text, country), e164 }));
	});
	expect(wrong).toEqual([]);
});

it('takes every example in national writing, but for the few that look the same elsewhere', () => {
	const others = examples
		.map(({ region, number }) => {
			const text = google.format(number, Format.NATIONAL);
			return { region, text, ours: ours(text, region), google: googles(text, region) };
		})
		.filter((result) => result.ours !== result.google);
	expect(others.filter((result) => !AMBIGUOUS.test(result.ours))).toEqual([]);
	// The Northern Marianas (+1 670) and East Timor (+670) group their digits in the same way.
	expect(others.map(({ region, text }) => `${region} ${text}`)).toEqual([
		'HN 800 2123 4567',
		'MP (670) 234-5678',
	]);
});

it('takes national digits without any writing, or says that they are ambiguous', () => {
	const results = examples.map(({ region, number }) => {
		const text = google.format(number, Format.NATIONAL).replace(/\D/g, '');
		return { region, text, ours: ours(text, region), google: googles(text, region) };
	});
	const others = results.filter((result) => result.ours !== result.google);
	expect(others.filter((result) => !AMBIGUOUS.test(result.ours))).toEqual([]);
	expect(others.length / results.length).toBeLessThan(0.03);
});

it.each([
	'+80012345678',
	'+80812345678',
	'+870301234567',
	'+878101234567890',
	'+881612345678',
	'+8823421234',
	'+883510012345',
	'+88812345678901',
	'+979123456789',
])('takes %s, which belongs to no country', (number) => {
	expect(googles(number, 'IN')).toBe(number);
	expect(ours(number, 'IN')).toBe(number);
});

it.each(SAME_NUMBER)('makes the same number of a damaged writing: %s', (name, damage) => {
	const wrong = some(name.length).flatMap(({ region, number }) =>
		[Format.INTERNATIONAL, Format.NATIONAL]
			.map((format) => google.format(number, format))
			.filter((text) => ours(damage(text), region) !== ours(text, region))
			.map((text) => ({ text: damage(text), region, ours: ours(damage(text), region) })),
	);
	expect(wrong).toEqual([]);
});

it.each(DAMAGES)('never makes a number that Google does not: %s', (name, damage) => {
	const wrong = some(name.length).flatMap(({ region, number }) =>
		[Format.INTERNATIONAL, Format.NATIONAL]
			.map((format) => damage(google.format(number, format)))
			.map((text) => ({ text, region, ours: ours(text, region), google: googles(text, region) }))
			.filter((result) => isTaken(result.ours) && result.ours !== result.google)
			.filter((result) => !KNOWN_TO_US_ONLY.has(result.ours)),
	);
	expect(wrong).toEqual([]);
});

describe('where the difference is deliberate', () => {
	it.each(['', 'own', 'US', 'BR', 'AU', 'KR'])('00 is + or refused, with country %p', (country) => {
		const wrong = some(country.length)
			.map(({ region, number, e164 }) => {
				const text = google.format(number, Format.INTERNATIONAL).replace('+', '00 ');
				return { text, e164, ours: ours(text, country === 'own' ? region : country) };
			})
			.filter((result) => result.ours !== result.e164 && !AMBIGUOUS.test(result.ours));
		expect(wrong).toEqual([]);
	});

	it('a trailing .0 is no digit', () => {
		const wrong = some(0)
			.flatMap(({ region, number, e164 }) => {
				const digits = google.format(number, Format.NATIONAL).replace(/\D/g, '');
				return [e164, digits].map((text) => ({ text, region, ours: ours(`${text}.0`, region) }));
			})
			.filter(({ text }) => text.length > 7)
			.filter((result) => result.ours !== ours(result.text, result.region));
		expect(wrong).toEqual([]);
	});

	it('Mexico: +52 1 and ten digits', () => {
		expect(googles('+52 1 55 1234 5678', 'MX')).toBeUndefined();
		expect(ours('+52 1 55 1234 5678', 'MX')).toBe('+525512345678');
	});

	it('area codes are not added', () => {
		expect(googles('345-6789', 'BS')).toBe('+12423456789');
		expect(ours('345-6789', 'BS')).toMatch(/^Phone is not a possible number/);
	});

	it('a bracketed zero that no one dials in that country', () => {
		expect(googles('+34 (0) 612 345 678', 'ES')).toBeUndefined();
		expect(ours('+34 (0) 612 345 678', 'ES')).toBe('+34612345678');
	});
});
