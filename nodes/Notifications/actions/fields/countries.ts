import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import type { INodePropertyOptions } from 'n8n-workflow';

/** All countries by their English name, for a searchable list. */
export function countryOptions(): INodePropertyOptions[] {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	return getCountries()
		.map((code) => ({
			name: `${names.of(code) ?? code} (+${getCountryCallingCode(code)})`,
			value: code,
		}))
		.sort((a, b) => a.name.localeCompare(b.name, 'en'));
}
