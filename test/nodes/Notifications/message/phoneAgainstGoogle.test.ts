import {
	PhoneNumberFormat as Format,
	PhoneNumberType,
	PhoneNumberUtil,
} from 'google-libphonenumber';
import { readPhone } from '../../../../nodes/Notifications/message/phone';

/*
 * Example numbers of every country and kind, right and damaged, against Google's own library: never another
 * number. Refused on purpose: digits that are two numbers, and more than 15. 00 is + in every country.
 */

const google = PhoneNumberUtil.getInstance();
const KINDS = Object.values(PhoneNumberType).filter(
	(kind): kind is PhoneNumberType => Number(kind) >= 0,
);
/** The two libraries' metadata are of different months: ranges that only one of them knows. */
const KNOWN_TO_ONE_ONLY =
	/^(\+229(85|81)\d{6}|\+26313[15]\d+|\+267501\d+|\+8563021\d+|\+44800735456)$/;

const examples = google.getSupportedRegions().flatMap((region) =>
	KINDS.flatMap((kind) => {
		const number = google.getExampleNumberForType(region, kind);
		return number && google.isValidNumber(number) ? [{ region, number }] : [];
	}),
);

function googles(text: string, region: string): string | undefined {
	try {
		const number = google.parse(text, region || 'ZZ');
		const e164 = google.format(number, Format.E164);
		return google.isValidNumber(number) && e164.length <= 16 ? e164 : undefined;
	} catch {
		return undefined;
	}
}

function ours(text: string, region: string): string | undefined {
	try {
		return readPhone(text, region).e164;
	} catch {
		return undefined;
	}
}

const reverse = (text: string) => [...text].reverse().join('');
const digitsOf = (text: string) => text.replace(/\D/g, '');

const WRITINGS: Array<[string, (text: string) => string]> = [
	['as it is', (text) => text],
	['digits alone', digitsOf],
	['last digit missing', (text) => text.replace(/\d(?=\D*$)/, '')],
	['digit behind the first two missing', (text) => text.replace(/(\d\D*\d\D*)\d/, '$1')],
	['extra digit at the end', (text) => `${text}7`],
	['extra digit at the beginning', (text) => text.replace(/\d/, '3$&')],
	['another digit', (text) => text.replace(/(\d\D*\d\D*\d\D*)\d/, '$15')],
	['swapped digits', (text) => text.replace(/\d\d/, reverse)],
	['without plus', (text) => text.replace('+', '')],
	['zero behind the calling code', (text) => text.replace(/^(\+\d+ )/, '$10')],
	['bracketed zero', (text) => text.replace(/^(\+\d+ )/, '$1(0) ')],
	['zero before', (text) => `0${text}`],
	['plus behind two zeros', (text) => text.replace(/^\+/, '00+')],
];

/** What we and Google make of a text, where that is not known to differ. */
const bothOf = (text: string, country: string) => {
	return { text, country, ours: ours(text, country), google: googles(text, country) };
};
type Both = ReturnType<typeof bothOf>;

const isKnownToOne = (e164 = '') => KNOWN_TO_ONE_ONLY.test(e164);
/** Google takes the number before a plus or an extension, which may be another person's. */
const isRefusedExtension = ({ text }: Both) => /\d\D*\+|[a-z]/i.test(text);
const isPlusByZeros = ({ text, ours: own }: Both) => {
	const digits = digitsOf(text);
	return digits.startsWith('00') && own === ours(`+${digits.slice(2)}`, '');
};
const isAmbiguous = ({ text, country, ours: own, google: theirs }: Both) => {
	const other = googles(`+${digitsOf(text).replace(/^00/, '')}`, '');
	const hasOwnCode = other?.startsWith(`+${google.getCountryCodeForRegion(country)}`);
	const trunk = google.getNddPrefixForRegion(country, true) || undefined;
	const lacksTrunk = trunk !== undefined && !digitsOf(text).startsWith(trunk);
	const isAbroad = /^00/.test(digitsOf(text));
	const isDoubtful = hasOwnCode || lacksTrunk || isAbroad;
	return own === undefined && isDoubtful && other !== undefined && other !== theirs;
};

it.each(WRITINGS)("gives Google's number, or refuses what Google does: %s", (name, write) => {
	// Every fourth example, other ones in each case, so that all of it takes seconds.
	const some = examples.filter((_, index) => index % 4 === name.length % 4);
	const others = some.flatMap(({ region, number }) =>
		[Format.INTERNATIONAL, Format.NATIONAL]
			.map((format) => write(google.format(number, format)))
			.flatMap((text) => [region, 'BR', ''].map((country) => bothOf(text, country)))
			.filter((both) => both.ours !== both.google && !isKnownToOne(both.ours ?? both.google))
			.filter((both) => !isRefusedExtension(both) && !isPlusByZeros(both) && !isAmbiguous(both)),
	);
	expect(others).toEqual([]);
});

const OF_NO_COUNTRY = ['+80012345678', '+870301234567', '+881612345678', '+979123456789'];
it.each(OF_NO_COUNTRY)('takes %s, which belongs to no country', (number) =>
	expect(ours(number, 'IN')).toBe(number),
);
