import {
	PhoneNumberFormat as Format,
	PhoneNumberType,
	PhoneNumberUtil,
} from 'google-libphonenumber';
import type { CountryCode } from 'libphonenumber-js/max';
import { readPhone } from '../../../../nodes/Notifications/message/phone';

/*
 * Example numbers of every country and kind, written in many ways, right and wrong: what we read is what Google's own
 * library reads, or nothing. Four differences are on purpose: we refuse digits that may be two numbers, and a single digit
 * behind the others; we take 00 for a plus in every country, and read mobile numbers of Brazil without their ninth digit.
 * All are rare, so their numbers are exact: with new examples of Google, they may change.
 */

const google = PhoneNumberUtil.getInstance();
/** Such as mobile and landline; below 0 is only "unknown". */
const KINDS = Object.values(PhoneNumberType).filter(
	(kind): kind is PhoneNumberType => Number(kind) >= 0,
);
/** Ranges of numbers that only one of the libraries knows, because their data are from different months. */
const KNOWN_TO_ONE_ONLY =
	/^(\+229(85|81)\d{6}|\+26313[15]\d+|\+267501\d+|\+8563021\d+|\+44800735456)$/;

const examples = google.getSupportedRegions().flatMap((region) =>
	KINDS.flatMap((kind) => {
		const number = google.getExampleNumberForType(region, kind);
		return number && google.isValidNumber(number) ? [{ region, number }] : [];
	}),
);

/** @returns the number in E.164, or undefined if it is not valid or has more than the 15 digits of E.164 */
function readByGoogle(text: string, country: string): string | undefined {
	try {
		const number = google.parse(text, country || 'ZZ');
		const e164 = google.format(number, Format.E164);
		return google.isValidNumber(number) && e164.length <= 16 ? e164 : undefined;
	} catch {
		return undefined;
	}
}

function readByUs(text: string, country: string): string | undefined {
	try {
		return readPhone(text, (country || undefined) as CountryCode | undefined).e164;
	} catch {
		return undefined;
	}
}

function digitsOf(text: string): string {
	return text.replace(/\D/g, '');
}

function reverse(text: string): string {
	return [...text].reverse().join('');
}

interface Writing {
	name: string;
	/** Changes a number in its usual writing, such as "+49 30 1234567" or "030 1234567". */
	write(text: string): string;
	/** How many of the numbers both read, at least, and as the same number. */
	minReadAlike: number;
	/** How many of the numbers we read in another way, by the reason; by default, none. */
	different?: Partial<Record<keyof typeof REASONS, number>>;
}

const WRITINGS: Writing[] = [
	{ name: 'as it is', write: (text) => text, minReadAlike: 1420 },
	{
		name: 'digits alone',
		write: digitsOf,
		minReadAlike: 770,
		different: { ambiguous: 5, withoutNinthDigit: 17 },
	},
	{
		name: 'without its last digit',
		write: (text) => text.replace(/\d(?=\D*$)/, ''),
		minReadAlike: 100,
		different: { singleDigit: 1 },
	},
	{
		name: 'with two digits swapped',
		write: (text) => text.replace(/\d\d/, reverse),
		minReadAlike: 330,
	},
	{
		name: 'without its plus',
		write: (text) => text.replace('+', ''),
		minReadAlike: 760,
		different: { ambiguous: 2, withoutNinthDigit: 1 },
	},
	{
		name: 'with a zero after the calling code',
		write: (text) => text.replace(/^(\+\d+ )/, '$10'),
		minReadAlike: 930,
	},
	{
		name: 'with a zero in brackets after the calling code',
		write: (text) => text.replace(/^(\+\d+ )/, '$1(0) '),
		minReadAlike: 910,
	},
	{
		name: 'with a zero before it',
		write: (text) => `0${text}`,
		minReadAlike: 65,
		different: { plusByZeros: 5 },
	},
	{
		name: 'with two zeros before its plus',
		write: (text) => text.replace(/^\+/, '00+'),
		minReadAlike: 390,
	},
];

/** @param country the Default Country */
function compare(text: string, country: string) {
	return { text, country, ours: readByUs(text, country), googles: readByGoogle(text, country) };
}

type Comparison = ReturnType<typeof compare>;

/** We take 00 for a plus in every country. */
function isPlusByZeros({ text, ours, googles }: Comparison): boolean {
	if (ours === undefined || googles !== undefined) return false;
	const digits = digitsOf(text);
	return digits.startsWith('00') && ours === readByUs(`+${digits.slice(2)}`, '');
}

/** We refuse digits that are another number with a plus, if people may well have meant that one. */
function isRefusedAsAmbiguous({ text, country, ours, googles }: Comparison): boolean {
	if (ours !== undefined) return false;
	const digits = digitsOf(text);
	const withPlus = readByGoogle(`+${digits.replace(/^00/, '')}`, '');
	if (withPlus === undefined || withPlus === googles) return false;
	const hasOwnCode = withPlus.startsWith(`+${google.getCountryCodeForRegion(country)}`);
	const trunkPrefix = google.getNddPrefixForRegion(country, true) || undefined;
	const lacksTrunkPrefix = trunkPrefix !== undefined && !digits.startsWith(trunkPrefix);
	return hasOwnCode || lacksTrunkPrefix || digits.startsWith('00');
}

/** Google reads the number with a 9 behind its area code. */
function isWithoutNinthDigit({ ours, googles }: Comparison): boolean {
	const [, area, number] = /^\+55(\d\d)(\d{8})$/.exec(ours ?? '') ?? [];
	return googles === undefined && readByGoogle(`+55${area}9${number}`, '') !== undefined;
}

function isRefusedForSingleDigit({ text, ours }: Comparison): boolean {
	return ours === undefined && /\D\d$/.test(text);
}

/** Why we read a number otherwise than Google on purpose. */
const REASONS = {
	ambiguous: isRefusedAsAmbiguous,
	plusByZeros: isPlusByZeros,
	withoutNinthDigit: isWithoutNinthDigit,
	singleDigit: isRefusedForSingleDigit,
};

/** Numbers of this writing, read by both libraries with three different countries as Default Country. */
function comparisonsOf(writing: Writing): Comparison[] {
	// Every fourth example, different ones for each writing, so that all of them take seconds.
	const offset = WRITINGS.indexOf(writing) % 4;
	const some = examples.filter((_, index) => index % 4 === offset);
	return some.flatMap(({ region, number }) => {
		const international = writing.write(google.format(number, Format.INTERNATIONAL));
		const national = writing.write(google.format(number, Format.NATIONAL));
		return [region, 'BR', ''].flatMap((country) => [
			compare(international, country),
			compare(national, country),
		]);
	});
}

it.each(WRITINGS)('a number is read as Google does, or refused on purpose: $name', (writing) => {
	const comparisons = comparisonsOf(writing);
	expect(comparisons.length).toBeGreaterThan(2_000);
	const alike = comparisons.filter(({ ours, googles }) => ours !== undefined && ours === googles);
	expect(alike.length).toBeGreaterThanOrEqual(writing.minReadAlike);

	const different = comparisons.filter(
		({ ours, googles }) => ours !== googles && !KNOWN_TO_ONE_ONLY.test(ours ?? googles ?? ''),
	);
	const reasons = Object.entries(REASONS);
	const others = different.filter((comparison) => !reasons.some(([, isIt]) => isIt(comparison)));
	expect(others).toEqual([]);
	const counts = reasons
		.map(([reason, isIt]) => [reason, different.filter(isIt).length] as const)
		.filter(([, count]) => count > 0);
	expect(Object.fromEntries(counts)).toEqual(writing.different ?? {});
});

it('an international number is read as Google does, and never refused as ambiguous', () => {
	const differences = examples
		.map(({ region, number }) => compare(google.format(number, Format.INTERNATIONAL), region))
		.filter(({ ours, googles }) => ours !== googles)
		.filter(({ ours, googles }) => !KNOWN_TO_ONE_ONLY.test(ours ?? googles ?? ''));
	expect(differences).toEqual([]);
});

it.each(['+80012345678', '+870301234567', '+881612345678', '+979123456789'])(
	'%s is read, although it belongs to no country',
	(number) => {
		expect(readByUs(number, 'IN')).toBe(number);
	},
);
