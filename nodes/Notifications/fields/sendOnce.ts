import { InputError } from '../../shared/errors';
import { isPlaceholder } from '../../shared/params/expressionTraces';
import type { Param } from '../../shared/params/param';
import { choiceParam, textParam } from '../../shared/params/makeParam';
import type { Expression } from '../../shared/params/writtenText';
import type { SendOnce } from '../message/message';
import { tidy } from '../message/paramValues';
import { type Content, nonceOfContent, nonceOfId } from '../message/nonce';
import type { ItemContext } from './context';
import { filled } from './options';

export const sendOnce = choiceParam<SendOnce>(
	'Send Once',
	'sendOnce',
	{
		perDay: ['Once a Day', "The same message is sent again on the next day (workflow's time zone)"],
		ever: ['Only Once', 'The same message is never sent to the same phone again'],
		perId: [
			'Once per Order or Event ID',
			'Each phone gets each template once for an ID, such as an order ID',
		],
		nonce: ['Your Own Nonce', 'Your nonce is sent as it is, and the service sends each nonce once'],
		always: ['Every Time', 'Every run sends the message again'],
	},
	{
		default: 'perDay',
		description:
			'Prevents sending twice, so that running again after an error is safe. The same message has the same account, flow, template, phone, labels and parameters; if the credential has the text of the template, those that it uses.',
	},
);

const WHY =
	'Without it, different messages would have the same value here, and the service would send only the first of them.';

const idText = filled.transform(tidy);
const nonceText = filled.transform((nonce) => nonce.toWellFormed());

export const ownId = textParam('ID', 'nonce', idText, {
	emptyPart: 'errorInKey',
	whyNeeded: WHY,
	displayOptions: { show: { sendOnce: ['perId'] } },
	required: true,
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

export const ownNonce = textParam('Nonce', 'nonce', nonceText, {
	emptyPart: 'errorInKey',
	whyNeeded: WHY,
	displayOptions: { show: { sendOnce: ['nonce'] } },
	required: true,
	placeholder: 'e.g. {{ $json.order_id }}-shipped',
	description:
		'The service sends one notification for each nonce: of two templates with the same nonce, the second is lost',
});

/**
 * The nonce of a message. Two messages with the same nonce are sent once.
 * @param once the choice of Send Once
 * @returns an empty text for Every Time
 * @throws InputError
 */
export function nonceFor(once: SendOnce, content: Content, item: ItemContext): string {
	switch (once) {
		case 'always':
			return '';
		case 'nonce':
			return keyOf(ownNonce, item);
		case 'perId':
			return nonceOfId(content, keyOf(ownId, item));
		case 'ever':
			return nonceOfContent(content, 'content');
		case 'perDay':
			if (item.today !== null) return nonceOfContent(content, `day ${item.today}`);
			throw new InputError(
				`The time zone of the workflow is unknown: ${item.workflowTimeZone.slice(0, 40)}`,
				'Choose a time zone in the settings of the workflow, or another Send Once.',
			);
	}
}

/**
 * The value of ID or Nonce. It must identify the order or event: of two messages with the same key, the service sends
 * the first one, and accepts the second one in silence.
 * @throws InputError
 */
function keyOf(param: Param<string>, { parameters, hints, itemIndex }: ItemContext): string {
	const { displayName: label, name } = param.property;
	const key = parameters.read(param, itemIndex);
	const expressions = parameters.expressionsOf(name);
	const changing = expressions.find(({ code }) => changesInEachRun(code));
	if (changing) hints.add(newInEachRun(label, changing), { warning: true });
	const problem = whyNoKey(key, expressions.length > 0);
	if (problem === undefined) return key;
	throw new InputError(`${label} ${problem}: ${key.slice(0, 60)}`, `${MAP_KEY} ${WHY}`);
}

const MAP_KEY = 'Map what identifies the order or event.';

/** Why many orders would have this key. */
function whyNoKey(key: string, isExpression: boolean): string | undefined {
	// Only separators remain of an empty list, and people write a dash for a missing value.
	if (!/[\p{L}\p{N}]/u.test(key)) return 'has neither letters nor digits';
	if (/^(true|false)+$/.test(key)) return 'is only true or false';
	return !isExpression && isPlaceholder(key) ? 'is a word that stands for no value' : undefined;
}

/** What is never the same again: the ID of the execution, and random values. */
const NEW = /\$execution\.id\b|\bMath\.random\(|\brandom(?:UUID|Bytes|Int)?\(|\buuid/;
const TIME = /\$now\b|\bnew Date\(\s*\)|\bDate(?:Time)?\.(?:now|local|utc)\(\s*\)/;
/** What takes no more than the day, the week or the month of a time. */
const DAY =
	/\.(?:toISODate|toFormat|format|toLocaleString|startOf|beginningOf|weekNumber|ordinal|year|quarter|month|day|weekday)\b/;

function changesInEachRun(code: string): boolean {
	return NEW.test(code) || (TIME.test(code) && !DAY.test(code));
}

function newInEachRun(label: string, { written }: Expression): string {
	return `${label}: ${written} is new in each run, so that a run that is repeated sends the message again. Map only what identifies the order or event.`;
}

const REPEATS: Record<Exclude<SendOnce, 'always'>, string> = {
	perDay: 'If this message was already sent to this phone today, it was not sent again.',
	ever: 'If this message was already sent to this phone, it was not sent again.',
	perId: 'If this phone already received this template for this ID, it was not sent again.',
	nonce: 'If a notification with this nonce was already sent, it was not sent again.',
};

/**
 * Says that "accepted" does not mean "sent": the service also accepts a notification that it does not send again.
 * @param chosen the choices of Send Once of the messages that were accepted
 */
export function repeatHint(chosen: ReadonlySet<SendOnce>): string {
	const kinds = [...chosen].filter((kind) => kind !== 'always');
	if (kinds.length > 1) return 'What Send Once found to be sent already was not sent again.';
	return kinds.map((kind) => REPEATS[kind]).join('');
}
