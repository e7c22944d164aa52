import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { dateFormatField } from '../dateFormatField';
import { choice, type FieldTable, names, readCollection, toggle, type ValuesOf } from '../field';

const words = names.transform((list) => list.filter((word) => word !== ''));

/**
 * What the specification leaves open and only the account's owner can find out. Fields of the
 * credential, shown once Service Details is switched on.
 */
const DETAILS = {
	doneWords: {
		field: {
			displayName: 'Done Words',
			name: 'doneWords',
			type: 'string',
			default: '',
			placeholder: 'e.g. COMPLETED, SUCCESS',
			description:
				'Words of a bulk export job that mean that its file is ready, besides DONE, separated by commas',
		},
		schema: words,
	},
	failedWords: {
		field: {
			displayName: 'Failed Words',
			name: 'failedWords',
			type: 'string',
			default: '',
			placeholder: 'e.g. KO, STOPPED',
			description:
				'Words of a bulk export job that mean that it failed, besides FAILED, ERROR, CANCELED, ABORTED, EXPIRED, REJECTED and TIMED OUT, separated by commas',
		},
		schema: words,
	},
	endDateIncluded: {
		field: {
			displayName: 'End Date Included',
			name: 'endDateIncluded',
			type: 'boolean',
			default: true,
			description:
				'Whether the service includes the end date in its data. If off, the nodes send the day after as the end date, so that the last day that you choose is still included.',
		},
		schema: toggle,
	},
	timeZoneForm: {
		field: {
			displayName: 'Time Zone Form',
			name: 'timeZoneForm',
			type: 'options',
			options: [
				{ name: 'Name', value: 'name', description: 'For example America/Sao_Paulo' },
				{
					name: 'Offset',
					value: 'offset',
					description: 'For example -03:00, as it is at the start of the range',
				},
			],
			default: 'name',
			description: 'How time zones are sent to the service',
		},
		schema: choice(['name', 'offset']),
	},
	dateFormat: dateFormatField(
		'How dates are sent to the service, where Options > Date Format of a node does not say otherwise.',
	),
} satisfies FieldTable;

export type ServiceDetails = ValuesOf<typeof DETAILS>;

const isShown = toggle.nullish();

/** The fields of the section, in the order above. */
export const serviceDetailsFields = Object.values(DETAILS).map(({ field }) => ({
	...field,
	displayOptions: { show: { serviceDetails: [true] } },
}));

/**
 * Reads the section of the credential; while it is off, its fields have their defaults.
 *
 * @throws InputError naming the field
 */
export function readServiceDetails(credential: ICredentialDataDecryptedObject): ServiceDetails {
	const isOn = isShown.safeParse(credential.serviceDetails).data === true;
	return readCollection(DETAILS, isOn ? credential : {}, 'The credential');
}
