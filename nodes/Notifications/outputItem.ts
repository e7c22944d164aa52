import type { INode, INodeExecutionData, NodeError } from 'n8n-workflow';
import { toNodeError, withError } from '../shared/nodeErrors';
import type { FieldReader } from '../shared/fields/fieldReader';
import { asText, joinedTexts, sentence } from '../shared/text';
import { readRecipient } from './fields/phone';
import { template as templateField } from './fields/template';
import type { Message, Result } from './message/message';

/** The fields of each output item, in their order. n8n reserves the name `error`. */
export const OUTPUT_FIELDS = [
	'phone',
	'status',
	'text',
	'note',
	'template',
	'nonce',
	'mayHaveBeenSent',
	'notificationId',
	'messageIds',
] as const;

type Fields = Partial<Record<(typeof OUTPUT_FIELDS)[number], string | boolean | null | undefined>>;

interface InputItem {
	node: INode;
	fields: FieldReader;
	itemIndex: number;
	input: INodeExecutionData;
	/** Undefined if it could not be read. */
	message: Message | undefined;
}

/**
 * The output item of an input item. All of them have the same fields in the same order, and null where there is nothing,
 * so that they fit into one table. Then come the fields of the input that have other names, and its files: a field of this
 * name in the input may be an earlier result, which must not be taken for one of this run.
 */
export function outputItem(result: Result, inputItem: InputItem): INodeExecutionData {
	const { node, itemIndex, input, message } = inputItem;
	const error = 'error' in result ? toNodeError(node, result.error, itemIndex) : undefined;
	const notes = [...notesOf(result, message, error), ...(message?.warnings ?? [])];
	const { phone, template } = message ?? enteredIn(inputItem);
	const fields: Fields = {
		...result,
		phone,
		text: message?.text,
		note: joinedTexts(notes.map(sentence)) || null,
		template,
		nonce: message?.user.nonce,
	};
	const own = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, fields[name] ?? null]));
	// In an object, the first spread decides the order of the fields, and the last one decides their values.
	const json = { ...own, ...input.json, ...own };
	const files = input.binary && { binary: input.binary };
	const item = { json, pairedItem: { item: itemIndex }, ...files };
	return error ? withError(item, error, node) : item;
}

/** What there is to say of a result, beyond the warnings of its message. */
function notesOf(
	result: Result,
	message: Message | undefined,
	error: NodeError | undefined,
): string[] {
	switch (result.status) {
		case 'failed':
			return [asText(error?.message), asText(error?.description)];
		case 'skipped':
			return [result.reason];
		case 'accepted':
			return [
				message?.isTest ? `It went to the test phone, ${message.user.phone}` : '',
				result.said === null ? '' : `The service said: ${result.said}`,
			];
		case 'preview':
			return [];
	}
}

/**
 * What is known of an item whose message could not be read. A phone that cannot be read is shown as it was entered: without
 * it, nobody could find those to whom nothing was sent.
 */
function enteredIn({ fields, itemIndex }: InputItem): Pick<Fields, 'phone' | 'template'> {
	const phoneAsEntered = () => asText(fields.valueOf('phone', itemIndex));
	return {
		phone: firstOf(() => readRecipient(fields, itemIndex).e164, phoneAsEntered),
		template: firstOf(() => fields.read(templateField, itemIndex)),
	};
}

/** What the first of these ways gives that does not fail. Null if all fail, or if it is an empty text. */
function firstOf(...ways: Array<() => string>): string | null {
	for (const way of ways) {
		try {
			return way() || null;
		} catch {
			// The error of the item says why.
		}
	}
	return null;
}
