import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { countryOptions } from '../../../../../nodes/Notifications/actions/fields/countries';

it('lists every country that phone numbers are known of, with its calling code', () => {
	const expected = getCountries().map((code) => [code, `(+${getCountryCallingCode(code)})`]);
	const listed = countryOptions().map(({ name, value }) => [value, /\(\+\d+\)$/.exec(name)?.[0]]);
	expect(listed.sort()).toEqual(expected.sort());
});

it('is sorted by name, as n8n wants lists to be', () => {
	const names = countryOptions().map(({ name }) => name);
	expect(names).toContain('Brazil (+55)');
	expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
});
