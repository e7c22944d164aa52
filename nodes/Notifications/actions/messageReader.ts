import { type Label, toLabels } from '../message/labels';
import type { Message } from '../message/message';
import { checkRequired, toParams } from '../message/params';
import { toE164 } from '../message/phone';
import type { Field, ReadField } from './fields/fieldReader';
import { type NonceRun, nonceReader } from './fields/sendOnce';
import { paramsReader } from './fields/params';
import { parseSegment, parseText } from './fields/parseText';
import type { SendOptions } from './readOptions';
import { parseRows } from './fields/rows';

/** What is the same for all items of a run. */
export interface MessageRun extends NonceRun {
	options: Field<SendOptions>;
	/** The fields of an incoming item. */
	jsonOf(itemIndex: number): Record<string, unknown>;
	/** The credential's defaults. */
	accountId: string;
	flowId: string;
}

/**
 * Makes the message of an input item (section 2.6). All checks are made here, before anything is
 * sent: it throws an InputError that names the field and the fix.
 */
export function messageReader(read: ReadField, run: MessageRun): Field<Message> {
	const templateOf = read('templateId', '', (value) => parseText(value, 'Template ID'));
	const phoneOf = read('phone', '', (value) => value);
	const pairsOf = paramsReader(read, run.jsonOf);
	const labelsOf = read('labels', {}, parseLabels);
	const accountIdOf = read('accountId', '', (value) =>
		parseSegment(value, run.accountId, 'Account ID'),
	);
	const flowIdOf = read('flowId', '', (value) => parseSegment(value, run.flowId, 'Flow ID'));
	const nonceOf = nonceReader(read, run);

	return (itemIndex) => {
		const options = run.options(itemIndex);
		const template = templateOf(itemIndex);
		const phone = toE164(phoneOf(itemIndex), options.defaultCountry);
		const params = toParams(pairsOf(itemIndex), options.leaveOutNulls);
		checkRequired(params, options.requiredParams);
		const labels = labelsOf(itemIndex);
		const accountId = accountIdOf(itemIndex);
		const flowId = flowIdOf(itemIndex);
		const nonce = nonceOf(itemIndex, { template, phone, params, labels });
		return { itemIndex, accountId, flowId, template, user: { phone, nonce, params, labels } };
	};
}

function parseLabels(value: unknown): Label[] {
	const rows = parseRows(value, 'Labels');
	return toLabels(rows.map((row) => ({ key: asText(row.key), value: asText(row.value) })));
}

function asText(value: unknown): string {
	if (typeof value === 'string') return value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}
