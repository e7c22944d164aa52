import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../../../shared/errors';
import { type Field, type FieldTable, isPathSegment, whole } from '../../../shared/field';
import { numberField, textField } from '../../../shared/makeField';
import { doNotSendTo } from './doNotSendTo';
import { type FieldReader, type PerItem, text } from './fieldReader';

const countryList = { loadOptionsMethod: 'listCountries' };

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
	doNotSendTo,
	flowId: textField('Flow ID', 'flowId', text, {
		description: "Flow (bot) to send from. If empty, the credential's is used.",
	}),
	maxPerRun: numberField('Max per Run', 'maxPerRun', 10_000, {
		description: 'If there are more notifications to send than this, nothing is sent',
	}),
} satisfies FieldTable;

export const optionsField: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: Object.values(OPTIONS).map(({ field }) => field),
};

export type SendOptions = ReturnType<typeof optionsReader>;

/** Account, flow and country may differ between items; the others are those of the first item. */
export function optionsReader(
	read: FieldReader,
	credential: Record<'accountId' | 'flowId', string>,
) {
	const idOf = (definition: Field<string>, ofCredential: string): PerItem<string> => {
		const ownOf = read.option(definition);
		const { displayName } = definition.field;
		return (itemIndex) => parseSegment(ownOf(itemIndex) || ofCredential, displayName);
	};
	return {
		accountIdOf: idOf(OPTIONS.accountId, credential.accountId),
		flowIdOf: idOf(OPTIONS.flowId, credential.flowId),
		countryOf: read.option(OPTIONS.defaultCountry),
		batchInterval: read.option(OPTIONS.batchInterval)(0),
		batchSize: read.option(OPTIONS.batchSize)(0),
		maxPerRun: read.option(OPTIONS.maxPerRun)(0),
	};
}

/** An ID becomes one segment of a path. */
function parseSegment(id: string, label: string): string {
	if (id === '') {
		const advice = `Enter it under Options > ${label}, or in the credential.`;
		throw new InputError(`${label} is empty`, advice);
	}
	if (isPathSegment(id)) return id;
	throw new InputError(`${label} is not valid: ${id.slice(0, 40)}`, 'Enter only the ID.');
}

export async function listCountries(): Promise<INodePropertyOptions[]> {
	const names = new Intl.DisplayNames(['en'], { type: 'region' });
	const countries = getCountries().map((value) => {
		return { name: `${names.of(value) ?? value} (+${getCountryCallingCode(value)})`, value };
	});
	return countries.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
