import {
	type CountryCode,
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
} from 'libphonenumber-js/max';
import type { INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { optional, type Field, type FieldTable, trimmedText } from '../../shared/fields/field';
import { collectionField, numberField, textField } from '../../shared/fields/makeField';
import { labels } from './labels';
import { linkButtons } from './linkButtons';

const country: Field<CountryCode>['schema'] = trimmedText
	.transform((text) => text.toUpperCase())
	.pipe(
		z.custom<CountryCode>(
			(code) => isSupportedCountry(String(code)),
			'Enter two letters, such as BR',
		),
	);
const countryList = { loadOptionsMethod: 'listCountries' };

/** Account, flow, country, labels and buttons may differ between items. The other options are read once, for the first item. */
export const options = collectionField(
	'Options',
	'options',
	{
		accountId: textField('Account ID', 'accountId', trimmedText, {
			emptyPart: 'error',
			description: "Account to send from, in place of the credential's",
		}),
		defaultCountry: optional<CountryCode>({
			property: {
				displayName: 'Default Country',
				name: 'defaultCountry',
				type: 'options',
				typeOptions: countryList,
				default: '',
				description:
					'Country of phone numbers that are written without a country code. Numbers of other countries need a plus.',
			},
			schema: country,
			emptyPart: 'error',
		}),
		doNotSendTo: optional<unknown>(
			textField('Do Not Send To', 'doNotSendTo', z.unknown(), {
				// A list of opt-outs may well be empty.
				emptyPart: 'normal',
				placeholder: 'e.g. +5511987654321, +5521998765432',
				description:
					'Phones that receive nothing, separated by commas, or one list for the whole run from an expression. An entry without a plus means every number with its last 8 digits.',
			}),
		),
		flowId: textField('Flow ID', 'flowId', trimmedText, {
			emptyPart: 'error',
			description: "Flow (bot) to send from, in place of the credential's",
		}),
		labels,
		buttons: linkButtons,
		maxPerRun: numberField('Max per Run', 'maxPerRun', 10_000, {
			description:
				'If there are more notifications to send than this in one execution, nothing more is sent. Each call of a sub-workflow is an execution of its own.',
		}),
	} satisfies FieldTable,
	{ placeholder: 'Add Option' },
);

/** The list of countries in the editor, with their calling codes. */
export async function listCountries(): Promise<INodePropertyOptions[]> {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	const countries = getCountries().map((value) => {
		return { name: `${names.of(value) ?? value} (+${getCountryCallingCode(value)})`, value };
	});
	return countries.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
