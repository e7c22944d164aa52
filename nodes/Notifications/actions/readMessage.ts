import { DateTime } from 'luxon';
import { z } from 'zod';
import { InputError } from '../../shared/errors';
import { parseField } from '../../shared/parseField';
import { type Label, toLabels } from '../message/labels';
import type { Message } from '../message/message';
import { autoNonce } from '../message/nonce';
import { checkRequired, toParams } from '../message/params';
import { toE164 } from '../message/phone';
import { parseNames, type SendOptions } from './readOptions';

export interface ItemReader {
	itemIndex: number;
	/** The value of a field, expressions resolved. */
	parameter(name: string, fallback?: unknown): unknown;
	/** The fields of the incoming item. */
	json: Record<string, unknown>;
	options: SendOptions;
	/** The credential's defaults. */
	accountId: string;
	flowId: string;
	executionId: string;
	/** IANA name. */
	workflowTimeZone: string;
	now(): Date;
}

/**
 * Makes the message of an input item (section 2.6). All checks are made here, before anything is
 * sent.
 *
 * @throws InputError naming the field and the fix
 */
export function readMessage(item: ItemReader): Message {
	const { itemIndex, options } = item;
	const template = readText(item, 'templateId', 'Template ID');
	const phone = toE164(item.parameter('phone', ''), options.defaultCountry);
	const params = toParams(readParams(item), options.leaveOutNulls);
	checkRequired(params, options.requiredParams);
	const labels = readLabels(item);
	return {
		itemIndex,
		accountId: readSegment(item, 'accountId', 'Account ID'),
		flowId: readSegment(item, 'flowId', 'Flow ID'),
		template,
		user: { phone, nonce: readNonce(item, { template, phone, params, labels }), params, labels },
	};
}

function readText({ parameter }: ItemReader, name: string, field: string): string {
	const value = parameter(name, '');
	const text = typeof value === 'number' ? String(value) : value;
	if (typeof text === 'string' && text.trim() !== '') return text.trim();
	throw new InputError(
		`${field} is empty`,
		'Enter it. If it is an expression, check that it gives a text.',
	);
}

/** An ID that becomes one segment of the path: the node's, else the credential's. */
function readSegment(item: ItemReader, name: 'accountId' | 'flowId', field: string): string {
	const value = item.parameter(name, '');
	const own = typeof value === 'number' ? String(value) : value;
	const text = typeof own === 'string' && own.trim() !== '' ? own.trim() : item[name];
	if (text === '') {
		throw new InputError(`${field} is empty`, `Enter ${field} in the node or in the credential.`);
	}
	if (/[/\\?#\p{Cc}]/u.test(text) || /^\.+$/.test(text)) {
		throw new InputError(`${field} is not valid: ${text.slice(0, 40)}`, 'Enter only the ID.');
	}
	return text;
}

function readParams(item: ItemReader): Array<readonly [string, unknown]> {
	const mode = item.parameter('paramsMode', 'fields');
	switch (mode) {
		case 'fields':
			return rowsOf(item.parameter('paramFields', {})).map(({ name, value }) => [
				typeof name === 'string' ? name : '',
				value,
			]);
		case 'json':
			return Object.entries(parseJson(item.parameter('paramsJson', '{}')));
		case 'allFields': {
			const excluded = new Set(
				parseNames(item.parameter('excludeFields', ''), 'Fields to Exclude'),
			);
			return Object.entries(item.json).filter(([key]) => !excluded.has(key));
		}
		default:
			throw new InputError('Parameters is not valid', 'Choose where the parameters come from.');
	}
}

const rowsSchema = z
	.object({ values: z.array(z.record(z.string(), z.unknown())).default([]) })
	.passthrough();

function rowsOf(value: unknown): Array<Record<string, unknown>> {
	return parseField(rowsSchema, value, 'Parameters to Send').values;
}

function parseJson(value: unknown): Record<string, unknown> {
	const parsed = typeof value === 'string' ? jsonOf(value) : value;
	if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) {
		return parsed as Record<string, unknown>;
	}
	throw new InputError(
		'Parameters (JSON) is not an object',
		'Write names and values in braces, for example { "name": "Ana" }.',
	);
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function readLabels({ parameter }: ItemReader): Label[] {
	const rows = rowsOf(parameter('labels', {}));
	return toLabels(rows.map(({ key, value }) => ({ key: asText(key), value: asText(value) })));
}

function asText(value: unknown): string {
	if (typeof value === 'string') return value;
	return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

type Content = Omit<Parameters<typeof autoNonce>[0], 'scope'>;

function readNonce(item: ItemReader, content: Content): string {
	const mode = item.parameter('nonceMode', 'auto');
	if (mode === 'none') return '';
	if (mode === 'value') return readText(item, 'nonce', 'Nonce');
	return autoNonce({ ...content, scope: scopeOf(item) });
}

function scopeOf({ parameter, executionId, workflowTimeZone, now }: ItemReader): string {
	const scope = parameter('nonceScope', 'day');
	if (scope === 'content') return 'content';
	if (scope === 'execution') return `execution ${executionId}`;
	const today = DateTime.fromJSDate(now(), { zone: workflowTimeZone });
	return `day ${today.toFormat('yyyy-MM-dd')}`;
}
