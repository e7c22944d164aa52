import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { z } from 'zod';
import { type FieldTable, readCollection, whole } from '../../../shared/field';
import { numberField, textField } from '../../../shared/makeField';
import type { PhoneList } from '../../message/doNotSendTo';
import { holdsExpression, readOnce } from './fieldReader';

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
	batchInterval: numberField('Batch Interval (Ms)', 'batchInterval', 0, {
		typeOptions: { minValue: 0 },
		description: 'Milliseconds to wait between two requests',
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
			'Phones that get nothing, separated by commas, or a list from an expression. It applies to all items: those with one of these phones are skipped.',
	}),
	flowId: textField('Flow ID', 'flowId', text, {
		description: "Flow (bot) to send from. If empty, the credential's is used.",
	}),
	maxPerRun: numberField('Max per Run', 'maxPerRun', 10_000, {
		description: 'If there are more notifications to send than this, nothing is sent',
	}),
} satisfies FieldTable;

/** What each item may have of its own; the others are those of the first item. */
const { accountId, defaultCountry, flowId, ...OF_RUN } = OPTIONS;
const OF_ITEM = { accountId, defaultCountry, flowId };
export type SendOptions = ReturnType<typeof readOptions>;

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: Object.values(OPTIONS).map(({ field }) => field),
};

/** A list of 100,000 phones, read for each item, would take hours, so only OF_ITEM is. */
export function readOptions(n8n: IExecuteFunctions) {
	const given = n8n.getNodeParameter('options', 0, {});
	const raw = optionsAsWritten(n8n);
	const own = Object.keys(OF_ITEM).filter((name) => holdsExpression(raw[name]));
	const readOfItem = (itemIndex: number) => {
		const ofItem = own.map((name) => [name, n8n.getNodeParameter(`options.${name}`, itemIndex)]);
		return readCollection(OF_ITEM, { ...given, ...Object.fromEntries(ofItem) }, 'Options');
	};
	return {
		ofRun: readCollection(OF_RUN, given, 'Options'),
		ofItem: own.length > 0 ? readOfItem : readOnce(readOfItem),
	};
}

function optionsAsWritten(n8n: IExecuteFunctions): Record<string, unknown> {
	return (n8n.getNode().parameters['options'] ?? {}) as Record<string, unknown>;
}

const USES_ITEM =
	/^=.*(\$(json|binary|item|itemIndex|node|data|position|fromAI|parameter|evaluateExpression)\b|\.(item|itemMatching|pairedItem)\b)/s;

/** The list of the run by each country of the items; or, if it depends on the item, those of all. */
export function doNotSendLists(
	n8n: IExecuteFunctions,
	{ ofRun, ofItem }: SendOptions,
): PhoneList[] {
	const raw = optionsAsWritten(n8n)['doNotSendTo'];
	const isOfItem = typeof raw === 'string' && USES_ITEM.test(raw);
	if (!isOfItem && ofRun.doNotSendTo === '') return [];
	const countries = n8n.getInputData().map((_, at) => ofItem(at).defaultCountry);
	return isOfItem
		? countries.map((country, at) => [n8n.getNodeParameter('options.doNotSendTo', at, ''), country])
		: [...new Set(countries)].map((country) => [ofRun.doNotSendTo, country]);
}

export async function listCountries(): Promise<INodePropertyOptions[]> {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	const countries = getCountries().map((value) => {
		return { name: `${names.of(value) ?? value} (+${getCountryCallingCode(value)})`, value };
	});
	return countries.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
