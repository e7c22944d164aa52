import {
	PhoneNumberFormat as Format,
	PhoneNumberType,
	PhoneNumberUtil,
} from 'google-libphonenumber';
import { readPhone } from '../../../../nodes/Notifications/message/phone';

/*
 * Example numbers of every country and kind, written in many ways, right and wrong: what we read is what Google's own
 * library reads, or nothing. Three differences are on purpose. We refuse digits that may be two numbers, and numbers with
 * an extension. And we take 00 for a plus in every country.
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
		return readPhone(text, country).e164;
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
}

const WRITINGS: Writing[] = [
	{ name: 'as it is', write: (text) => text },
	{ name: 'digits alone', write: digitsOf },
	{ name: 'without its last digit', write: (text) => text.replace(/\d(?=\D*$)/, '') },
	{ name: 'without its third digit', write: (text) => text.replace(/(\d\D*\d\D*)\d/, '$1') },
	{ name: 'with one more digit at the end', write: (text) => `${text}7` },
	{ name: 'with one more digit at the beginning', write: (text) => text.replace(/\d/, '3$&') },
	{
		name: 'with another fourth digit',
		write: (text) => text.replace(/(\d\D*\d\D*\d\D*)\d/, '$15'),
	},
	{ name: 'with two digits swapped', write: (text) => text.replace(/\d\d/, reverse) },
	{ name: 'without its plus', write: (text) => text.replace('+', '') },
	{ name: 'with a zero after the calling code', write: (text) => text.replace(/^(\+\d+ )/, '$10') },
	{
		name: 'with a zero in brackets after the calling code',
		write: (text) => text.replace(/^(\+\d+ )/, '$1(0) '),
	},
	{ name: 'with a zero before it', write: (text) => `0${text}` },
	{ name: 'with two zeros before its plus', write: (text) => text.replace(/^\+/, '00+') },
];

interface Comparison {
	text: string;
	/** The Default Country. */
	country: string;
	ours: string | undefined;
	googles: string | undefined;
}

function compare(text: string, country: string): Comparison {
	return { text, country, ours: readByUs(text, country), googles: readByGoogle(text, country) };
}

function isAllowed(comparison: Comparison): boolean {
	const { ours, googles } = comparison;
	return (
		ours === googles ||
		KNOWN_TO_ONE_ONLY.test(ours ?? googles ?? '') ||
		hasExtension(comparison) ||
		isPlusByZeros(comparison) ||
		isRefusedAsAmbiguous(comparison)
	);
}

/** Google takes the number before a plus or an extension, which may be another person's. */
function hasExtension({ text }: Comparison): boolean {
	return /\d\D*\+|[a-z]/i.test(text);
}

/** We take 00 for a plus in every country. */
function isPlusByZeros({ text, ours }: Comparison): boolean {
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

it.each(WRITINGS)('a number is read as Google does, or refused on purpose: $name', (writing) => {
	// Every fourth example, different ones for each writing, so that all of them take seconds.
	const offset = WRITINGS.indexOf(writing) % 4;
	const some = examples.filter((_, index) => index % 4 === offset);
	const comparisons = some.flatMap(({ region, number }) => {
		const international = writing.write(google.format(number, Format.INTERNATIONAL));
		const national = writing.write(google.format(number, Format.NATIONAL));
		return [region, 'BR', ''].flatMap((country) => [
			compare(international, country),
			compare(national, country),
		]);
	});
	expect(comparisons.length).toBeGreaterThan(1_000);
	expect(comparisons.filter((comparison) => !isAllowed(comparison))).toEqual([]);
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
