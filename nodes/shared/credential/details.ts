import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { z } from 'zod';
import type { FieldTable, ValuesOf } from '../field';
import { filledNames, readCollection, seconds, toggle } from '../field';
import { choiceField, numberField, switchField, textField } from '../makeField';
import { TEMPLATES_FORM } from './templates';

const DATE_FORMAT =
	'How dates are sent to the service. With an expression, any <a href="https://moment.github.io/luxon/#/formatting">Luxon format</a> can be given, such as yyyy/MM/dd.';

/** What the specification leaves open and only the account's owner can find out. */
const DETAILS = {
	callsPerMinute: numberField('Calls per Minute', 'callsPerMinute', 5, {
		description:
			'How many analytics calls the service allows in a minute, counted separately for queries and bulk exports. The nodes wait to stay within it.',
	}),
	templates: textField('Templates', 'templates', z.unknown(), {
		// In a plain field n8n would take {{name}} for an expression, and the text would lose it.
		typeOptions: { editor: 'jsEditor', rows: 5 },
		description: `Templates to choose from in notifications, as a JSON list such as ${TEMPLATES_FORM}. The parameters that they require are checked before anything is sent.`,
	}),
	requestTimeout: numberField('Request Timeout (Seconds)', 'requestTimeout', 300, {
		description: 'How long to wait for the service to respond',
		schema: seconds,
	}),
	doneWords: textField('Done Words', 'doneWords', filledNames, {
		placeholder: 'e.g. EXPORTED, CLOSED',
		description:
			'If an export keeps waiting although it is finished, enter the status that the error shows. Separate several by commas.',
	}),
	alreadySentWords: textField('Already Sent Words', 'alreadySentWords', filledNames, {
		default: 'duplicate nonce, nonce already exists, nonce already used',
		description:
			'By which words a refusal says that the service already has this notification, separated by commas. Upper case and punctuation do not matter.',
	}),
	endDateIncluded: switchField('End Date Included', 'endDateIncluded', true, {
		description:
			'Whether the service includes the end date in its data. If off, the nodes send the day after, so that the last day that you choose is still included.',
	}),
	timeZoneForm: choiceField(
		'Time Zone Format',
		'timeZoneForm',
		{
			name: ['Name', 'For example America/Sao_Paulo'],
			offset: ['Offset', 'For example -03:00, as it is at the start of the range'],
		},
		{ default: 'name', description: 'How time zones are sent to the service' },
	),
	dateFormat: {
		...choiceField(
			'Date Format',
			'dateFormat',
			{
				date: ['Date', 'For example 2026-11-01'],
				dateTime: ['Date and Time', 'For example 2026-11-01T00:00:00.000-03:00'],
			},
			{ default: 'date', description: DATE_FORMAT },
		),
		schema: z.string({ message: 'Choose a format, or enter a Luxon format' }),
	},
} satisfies FieldTable;

export type Details = ValuesOf<typeof DETAILS>;

/** A setting and one of its values, as the screen of the credential shows them. */
export function shownSetting(name: keyof Details, value: unknown) {
	const { displayName, options = [] } = (DETAILS as FieldTable)[name]!.field;
	const option = options.find((each) => 'value' in each && each.value === value);
	const text = typeof value === 'boolean' ? (value ? 'On' : 'Off') : String(value);
	return { setting: displayName, value: option?.name ?? text };
}

export const detailsFields = Object.values(DETAILS).map(({ field }) => ({
	...field,
	displayOptions: { show: { serviceDetails: [true] } },
}));

/** While the section is off, its fields have their defaults. @throws InputError naming the field */
export function readDetails(credential: ICredentialDataDecryptedObject): Details {
	const isOn = toggle.safeParse(credential.serviceDetails).data === true;
	return readCollection(DETAILS, isOn ? credential : {}, 'The credential');
}
