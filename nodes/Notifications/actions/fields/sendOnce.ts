import { DateTime } from 'luxon';
import type { INodeProperties } from 'n8n-workflow';
import { choice, type Field, readField } from '../../../shared/field';
import { autoNonce, type NonceContent, ownNonce } from '../../message/nonce';
import type { FieldReader, PerItem } from './fieldReader';
import { parseText } from './parseText';

const MODES = ['auto', 'value', 'none'] as const;
const UNIQUE = ['id', 'idPhone', 'idPhoneTemplate'] as const;
const SCOPES = ['day', 'execution', 'content'] as const;

const nonceMode: Field<(typeof MODES)[number]> = {
	field: {
		displayName: 'Send Once',
		name: 'nonceMode',
		type: 'options',
		options: [
			{
				name: 'The Same Message',
				value: 'auto',
				description: 'The same message to the same phone is sent once a day, an execution, or ever',
			},
			{
				name: 'My Own ID',
				value: 'value',
				description: 'A notification with the same ID, such as a purchase ID, is sent once ever',
			},
			{
				name: 'No Protection',
				value: 'none',
				description: 'Every run sends again. After an error it may be unknown who was notified.',
			},
		],
		default: 'auto',
		description:
			'How sending twice is prevented (the nonce). With protection, running again after an error is safe: whoever got it before does not get it again, and counts as accepted.',
	},
	schema: choice(MODES),
};

const nonceScope: Field<(typeof SCOPES)[number]> = {
	field: {
		displayName: 'Same Message Only Once',
		name: 'nonceScope',
		type: 'options',
		displayOptions: { show: { nonceMode: ['auto'] } },
		options: [
			{
				name: 'A Day',
				value: 'day',
				description: "The same message is sent again on the next day (workflow's time zone)",
			},
			{
				name: 'An Execution',
				value: 'execution',
				description: 'It is sent again in every new execution, and not when this one tries again',
			},
			{
				name: 'Ever',
				value: 'content',
				description: 'The same message is never sent to the same phone again',
			},
		],
		default: 'day',
		description:
			'How long the same message (template, phone, parameters and labels) is not sent again to the same phone',
	},
	schema: choice(SCOPES),
};

const nonce: INodeProperties = {
	displayName: 'Nonce',
	name: 'nonce',
	type: 'string',
	displayOptions: { show: { nonceMode: ['value'] } },
	default: '',
	required: true,
	placeholder: 'e.g. {{ $json.purchase_id }}',
	description: 'Unique ID of the notification, for example a transaction or purchase ID',
};

const nonceUnique: Field<(typeof UNIQUE)[number]> = {
	field: {
		displayName: 'Unique Per',
		name: 'nonceUnique',
		type: 'options',
		displayOptions: { show: { nonceMode: ['value'], '@version': [{ _cnd: { gte: 1.1 } }] } },
		options: [
			{
				name: 'ID Alone',
				value: 'id',
				description: 'The ID is sent as it is, and one notification is sent for it',
			},
			{
				name: 'ID and Phone',
				value: 'idPhone',
				description: 'Each phone gets one notification for the ID',
			},
			{
				name: 'ID, Phone and Template',
				value: 'idPhoneTemplate',
				description: 'Each phone gets one notification of each template for the ID',
			},
		],
		default: 'idPhoneTemplate',
		description: 'What is sent once: with an order ID, for example, several templates may follow',
	},
	schema: choice(UNIQUE),
};

/** How sending twice is prevented (section 2.6). */
export const sendOnceFields: INodeProperties[] = [
	nonceMode.field,
	nonceScope.field,
	nonce,
	nonceUnique.field,
];

const WORDS = {
	day: 'Users who already got this message today do not get it again.',
	execution: 'A retry of this execution does not send it to them again; a new execution does.',
	content: 'Users who ever got this message do not get it again.',
	value: 'Users who already got a notification with the same nonce do not get it again.',
	none: 'Running this again sends it to them again.',
};

/** What "accepted" leaves open: the service does not say whether it knew a nonce already. */
export function sendOnceReader(read: FieldReader): PerItem<string> {
	const modeOf = read.field(nonceMode);
	const scopeOf = read.field(nonceScope);
	return (itemIndex) => {
		const mode = modeOf(itemIndex);
		return WORDS[mode === 'auto' ? scopeOf(itemIndex) : mode];
	};
}

export interface NonceContext {
	executionId: string;
	/** IANA name. */
	workflowTimeZone: string;
	/** When the node began. Its day is that of all items, so that nothing is sent twice at midnight. */
	startedAt: Date;
}

/** Reads or makes the nonce of an item, as Send Once and Scope say. */
export function nonceReader(
	read: FieldReader,
	{ executionId, workflowTimeZone, startedAt }: NonceContext,
): (itemIndex: number, content: Omit<NonceContent, 'scope'>) => string {
	const mode = read.field(nonceMode);
	const ownId = read.value('nonce', '', (value) => parseText(value, nonce.displayName));
	// Nodes that were saved before it existed have none, and keep their nonces.
	const unique = read.value('nonceUnique', 'id', (value) => readField(nonceUnique, value));
	const scope = read.field(nonceScope);
	const today = DateTime.fromJSDate(startedAt, { zone: workflowTimeZone });
	const scopes = {
		day: `day ${today.toFormat('yyyy-MM-dd')}`,
		execution: `execution ${executionId}`,
		content: 'content',
	};

	return (itemIndex, content) => {
		switch (mode(itemIndex)) {
			case 'none':
				return '';
			case 'value':
				return ownNonce({ ...content, id: ownId(itemIndex), unique: unique(itemIndex) });
			case 'auto':
				return autoNonce({ ...content, scope: scopes[scope(itemIndex)] });
		}
	};
}
