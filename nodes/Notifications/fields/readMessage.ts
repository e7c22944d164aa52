import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import { shownCode } from '../../shared/fields/checkExpression';
import { propertiesOfTable } from '../../shared/fields/makeField';
import { type Field, isPathSegment } from '../../shared/fields/field';
import { chosenCode } from '../../shared/fields/chosenCode';
import type { FieldReader } from '../../shared/fields/fieldReader';
import { syntaxTree } from '../../shared/fields/syntaxTree';
import { fieldsInResult } from '../../shared/fields/takenFromItems';
import { COMPARE_TEXT, takenForTrue } from '../../shared/fields/textAsCondition';
import { listed } from '../../shared/text';
import { contentWarnings } from '../message/contentWarnings';
import type { Message } from '../message/message';
import { messageText } from '../message/messageText';
import { isPlaceholderWord } from '../message/placeholders';
import type { ItemContext } from './context';
import { ownId, ownNonce } from './key';
import { labelsOf } from './labels';
import { options } from './options';
import { otherItems } from './otherItems';
import { paramsFields, readParams } from './params';
import { phone, readRecipient, testPhone } from './phone';
import { changeLater, CONTENT, nonceFor, sendOnce } from './sendOnce';
import { sendTo } from './sendTo';
import { notListed, template } from './template';

/** All fields of Send, in the order in which the editor shows them. */
export const sendFields: INodeProperties[] = [
	...propertiesOfTable({ template, phone, sendTo, testPhone }),
	...propertiesOfTable({ ...paramsFields, sendOnce, ownId, ownNonce }),
	options.property,
];

/**
 * Reads the fields of an item, which become a message, and adds a hint for each of its warnings.
 * @throws InputError naming the field at fault
 */
export function readMessage(item: ItemContext): Message {
	const { fields, hints, templates, itemIndex } = item;

	const templateId = fields.read(template, itemIndex);
	const { e164, recipientKey } = readRecipient(fields, itemIndex);
	const ofTemplate = templates.get(templateId);
	const { params, warnings: ofParams } = readParams(item, ofTemplate);

	const identity = { ...idsOf(item), template: templateId, recipientKey };
	const labels = fields.read(options.fields.labels, itemIndex);
	const withLabels = labels.length > 0 ? { labels: labelsOf(labels) } : {};
	const nonce = nonceFor({ ...identity, params, ...withLabels }, item);
	const change = changeLater(item);

	const isListed = templates.size === 0 || ofTemplate !== undefined;
	const warnings = [
		...(isListed ? [] : [notListed(templateId, templates)]),
		...ofParams,
		...contentWarnings(params, placeholdersIn(item)),
		...wrongConditions(item),
		...otherItems(item),
		...(change === undefined ? [] : [`${shownCode(change)} ${OTHER_LATER}`]),
	];
	for (const warning of warnings) hints.add(warning, { itemIndex, warning: true });
	return {
		itemIndex,
		...identity,
		phone: e164,
		text: messageText(ofTemplate, params),
		user: { phone: e164, nonce, params, ...withLabels },
		isKnownAgain: nonce !== '' && change === undefined,
		warnings,
	};
}

/** The values of fields that stand in what the user receives, and stand for another value, such as "None". */
function placeholdersIn({ fields, itemIndex }: ItemContext): string[] {
	const evaluate = (code: string) => fields.evaluate(code, itemIndex);
	const values = codesOf(CONTENT, fields).flatMap((code) => {
		const chosen = chosenCode(code, evaluate);
		return fieldsInResult(chosen).map(syntaxTree(chosen).textOf).map(evaluate);
	});
	return values.filter((value) => typeof value === 'string').filter(isPlaceholderWord);
}

/** A warning for each condition in a parameter that takes FALSE for true. Elsewhere, it is an error. */
function wrongConditions({ fields, itemIndex }: ItemContext): string[] {
	return codesOf(Object.values(paramsFields), fields).flatMap((code) => {
		const taken = takenForTrue(code, (other) => fields.evaluate(other, itemIndex));
		return taken === undefined ? [] : `${shownCode(code)} ${taken}. ${COMPARE_TEXT}`;
	});
}

function codesOf(of: ReadonlyArray<Field<unknown>>, fields: FieldReader): string[] {
	return of.flatMap((field) => fields.codesOf(field));
}

const OTHER_LATER =
	'has another value in a later run, which would send the message again: let it stay the same, or let Send Once depend on the ID of an order or event';

/**
 * The account and the flow: those in Options, or else those of the credential. Each becomes one segment of a path.
 * @throws InputError
 */
function idsOf(item: ItemContext): Pick<Message, 'accountId' | 'flowId'> {
	const { fields, credential, itemIndex } = item;
	const idOf = (name: 'accountId' | 'flowId') => ({
		id: fields.read(options.fields[name], itemIndex) || credential[name],
		label: options.fields[name].property.displayName,
	});
	const [account, flow] = [idOf('accountId'), idOf('flowId')];
	const missing = [account, flow].filter(({ id }) => id === '');
	if (missing.length > 0) {
		// The hint of a preview has only the message of an error, so the advice is part of it.
		const labels = listed(missing, ({ label }) => label);
		throw new InputError(`${labels} must be entered in the credential, or under Options`);
	}
	for (const { id, label } of [account, flow]) {
		if (isPathSegment(id)) continue;
		throw new InputError(`${label} is not valid: ${id.slice(0, 40)}`, 'Enter only the ID.');
	}
	return { accountId: account.id, flowId: flow.id };
}
