import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';
import type { FieldTable, ValuesOf } from '../field';
import { filledNames, readTable, seconds, toggle } from '../field';
import { choiceField, numberField, switchField, textField } from '../makeField';

/** Properties of the service and the account that nobody needs to know at the start. */
const DETAILS = {
	dateFormat: choiceField(
		'Date Format',
		'dateFormat',
		{
			dateTime: ['Date and Time', 'For example 2026-11-01 00:00:00 to 2026-11-20 23:59:59'],
			date: ['Date', 'For example 2026-11-01 to 2026-11-20'],
		},
		{
			default: 'dateTime',
			description: 'How dates are sent. The documentation of the service shows both forms.',
		},
	),
	endDateIncluded: switchField('End Date Included', 'endDateIncluded', true, {
		displayOptions: { show: { dateFormat: ['date'] } },
		description:
			'Whether the service includes the end date in its data. If off, the nodes send the day after, so that the last day that you choose is still included.',
	}),
	callsPerMinute: numberField('Calls per Minute', 'callsPerMinute', 5, {
		description:
			'How many analytics calls the service allows in a minute, counted separately for queries and bulk exports. The nodes wait to stay within it.',
	}),
	requestTimeout: numberField('Request Timeout (Seconds)', 'requestTimeout', 300, {
		description: 'How long to wait for the service to respond',
		schema: seconds,
	}),
	alreadySentWords: textField('Already Sent Words', 'alreadySentWords', filledNames, {
		default: 'duplicate nonce, nonce already exists, nonce already used',
		description:
			'If a notification fails because the service already has it, enter the code or the text of that error here, separated by commas. The item is then reported as already sent.',
	}),
} satisfies FieldTable;

export type Details = ValuesOf<typeof DETAILS>;

export const detailsFields: INodeProperties[] = Object.values(DETAILS).map(({ field }) => ({
	...field,
	displayOptions: { show: { serviceDetails: [true], ...field.displayOptions?.show } },
}));

/** While the section is off, its fields have their defaults. @throws InputError naming the field */
export function readDetails(credential: ICredentialDataDecryptedObject): Details {
	const isOn = toggle.safeParse(credential.serviceDetails).data === true;
	return readTable(DETAILS, isOn ? credential : {}, 'The credential');
}
