import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { InputError } from '../../../shared/errors';
import {
	type Fields,
	type FieldTable,
	holdsExpression,
	isFields,
	whole,
} from '../../../shared/field';
import { numberField, textField } from '../../../shared/makeField';
import type { FieldReader } from './fieldReader';

const countryList = { loadOptionsMethod: 'listCountries' };
/** Null is empty: not every item has its own. */
const text = z
	.preprocess(
		(value) => (Number.isFinite(value) ? String(value) : (value ?? '')),
		z.string({ message: 'Enter a text' }),
	)
	.transform((given) => given.trim());

const OPTIONS = {
	accountId: textField('Account ID', 'accountId', text, {
		description: "Account to send from. If empty, the credential's is used.",
	}),
	batchInterval: numberField('Batch Interval (Milliseconds)', 'batchInterval', 0, {
		typeOptions: { minValue: 0 },
		description: 'How long to wait between two requests',
		schema: whole({ min: 0 }),
	}),
	batchSize: numberField('Batch Size', 'batchSize', 100, {
		description: 'How many users to put in one request',
	}),
	defaultCountry: {
		field: {
			displayName: 'Default Country',
			name: 'defaultCountry',
			type: 'options',
			typeOptions: countryList,
			default: '',
			description: 'Country of phone numbers that are written without a country code',
		},
		schema: text,
	},
	// May be a list of any length, checked phone by phone.
	doNotSendTo: textField('Do Not Send To', 'doNotSendTo', z.unknown(), {
		placeholder: 'e.g. +5511987654321, +5521998765432',
		description:
			'Phones that receive nothing, separated by commas, or a list from an expression. It is one list for the whole run: all items with one of these phones are skipped.',
	}),
	flowId: textField('Flow ID', 'flowId', text, {
		description: "Flow (bot) to send from. If empty, the credential's is used.",
	}),
	maxPerRun: numberField('Max per Run', 'maxPerRun', 10_000, {
		description: 'If there are more notifications to send than this, nothing is sent',
	}),
} satisfies FieldTable;

export type SendOptions = ReturnType<typeof optionsReader>;

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: Object.values(OPTIONS).map(({ field }) => field),
};

/** Account, flow and country may differ between items; the others are those of the first item. */
export function optionsReader(read: FieldReader, { options }: Fields) {
	if (isFields(options)) checkDoNotSendTo(options['doNotSendTo']);
	return {
		accountIdOf: read.option(OPTIONS.accountId),
		flowIdOf: read.option(OPTIONS.flowId),
		countryOf: read.option(OPTIONS.defaultCountry),
		batchInterval: read.option(OPTIONS.batchInterval)(0),
		batchSize: read.option(OPTIONS.batchSize)(0),
		doNotSendTo: read.option(OPTIONS.doNotSendTo)(0),
		maxPerRun: read.option(OPTIONS.maxPerRun)(0),
	};
}

/** The list is read once, so an expression of the item would miss whom the other items name. */
const OF_ITEM_DATA =
	/\$(json|binary|data|node|item|itemIndex|position|thisItem|thisItemIndex|parameter)\b|\.item\b|\['item'\]|\["item"\]/;

function checkDoNotSendTo(written: unknown): void {
	if (!holdsExpression(written)) return;
	const [name] = OF_ITEM_DATA.exec(String(written)) ?? [];
	if (!name) return;
	throw new InputError(
		`Options > Do Not Send To is one list for the run, but its expression names ${name}, which differs by item`,
		"Use a list of all items, for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.",
	);
}

export async function listCountries(): Promise<INodePropertyOptions[]> {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	const countries = getCountries().map((value) => {
		return { name: `${names.of(value) ?? value} (+${getCountryCallingCode(value)})`, value };
	});
	return countries.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
