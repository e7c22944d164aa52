import { ExpressionParser } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import type { Param } from '../../shared/params/param';
import { choiceParam, textParam } from '../../shared/params/makeParam';
import { isBlank } from '../message/blankText';
import { adviceForExpression, traceInKey } from '../message/expressionTraces';
import type { SendOnce } from '../message/message';
import { type Content, nonceOfContent, nonceOfId } from '../message/nonce';
import type { IsData } from '../message/paramValues';
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
			'Prevents sending twice, so that running again after an error is safe. The same message has the same account, flow, template, phone, parameters and labels.',
	},
);

const nonceText = filled.transform((nonce) => nonce.toWellFormed());

export const ownId = textParam('ID', 'nonce', nonceText, {
	displayOptions: { show: { sendOnce: ['perId'] } },
	required: true,
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

export const ownNonce = textParam('Nonce', 'nonce', nonceText, {
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

/** If two messages have the same key, the service sends the first one, and accepts the second one in silence. */
const WHY =
	'Without it, different messages would have the same value here, and the service would send only the first of them.';
const CHECK_NAME = 'Check the name of its field.';

/** A part of ID or Nonce: an expression in braces, or the text around it. */
interface Chunk {
	/** What the user has written. */
	written: string;
	isExpression: boolean;
	/** Its value as text. */
	text: string;
	/** Whether it is a whole number that is too large for JavaScript to hold all of its digits. */
	hasLostDigits?: boolean;
}

/**
 * The value of ID or Nonce. It would not identify anything if one of its expressions gave nothing: for
 * `{{ $json.order_id }}-shipped`, all items would have the key "-shipped", and only the first message would be sent.
 * @throws InputError
 */
function keyOf(param: Param<string>, item: ItemContext): string {
	const label = param.property.displayName;
	const key = item.parameters.read(param, item.itemIndex);
	const chunks = chunksOf(key, item);
	for (const chunk of chunks) checkChunk(label, chunk, item.isData);
	const expressions = chunks.filter(({ isExpression }) => isExpression);
	const deciding = expressions.length > 0 ? expressions : chunks;
	for (const { pattern, problem } of IDENTIFIES_NOTHING) {
		if (!deciding.every(({ text }) => pattern.test(text.trim()))) continue;
		throw new InputError(
			`${label} ${problem}: ${key.slice(0, 60)}`,
			`Map what identifies the order or event. ${WHY}`,
		);
	}
	return key;
}

/** If all expressions of a key give one of these, many orders would have the same key. */
const IDENTIFIES_NOTHING = [
	{ pattern: /^(true|false)$/, problem: 'is only true or false' },
	// Only separators remain of an empty list, and people write a dash for a missing value.
	{ pattern: /^[^\p{L}\p{N}]*$/u, problem: 'has neither letters nor digits' },
];

/** @throws InputError if an expression has given nothing, or less than its field contains */
function checkChunk(label: string, chunk: Chunk, isData: IsData): void {
	const { written, isExpression, text, hasLostDigits = false } = chunk;
	if (isExpression && isBlank(text)) {
		throw new InputError(`${label}: ${written} has no value`, `${CHECK_NAME} ${WHY}`);
	}
	if (hasLostDigits) {
		throw new InputError(
			`${label}: ${written} is a number that has lost its last digits`,
			`Give it as text, as it is in the source. ${WHY}`,
		);
	}
	const trace = traceInKey(text);
	if (trace !== undefined && !isData(text)) throw traceError(label, { ...chunk, trace });
}

function chunksOf(key: string, { n8n, writtenKey, itemIndex }: ItemContext): Chunk[] {
	const isExpression = typeof writtenKey === 'string' && writtenKey.startsWith('=');
	if (!isExpression) return [{ written: key, isExpression: false, text: key }];
	const parts = ExpressionParser.splitExpression(writtenKey.slice(1)).filter(
		({ type, text }) => type === 'code' || text !== '',
	);
	return parts.map((part) => {
		const written = ExpressionParser.joinExpression([part]);
		if (part.type === 'text') return { written, isExpression: false, text: part.text };
		if (parts.length === 1) return { written, isExpression: true, text: key };
		// With a dash before it, n8n turns the value into text in exactly the way in which it does so in the whole key.
		const evaluated = n8n.evaluateExpression(`-${written}`, itemIndex) as string;
		const text = evaluated.slice(1);
		const hasLostDigits =
			LARGE_NUMBER.test(text) && isInexact(n8n.evaluateExpression(written, itemIndex));
		return { written, isExpression: true, text, hasLostDigits };
	});
}

/** Only a text of this form is evaluated again, to find out whether it was a number: evaluating takes a while. */
const LARGE_NUMBER = /^-?\d{16,}$|e\+\d+$/;

function isInexact(value: unknown): boolean {
	return typeof value === 'number' && !Number.isSafeInteger(value);
}

function traceError(
	label: string,
	{ written, isExpression, trace }: Chunk & { trace: string },
): InputError {
	const advice = adviceForExpression(trace);
	if (advice !== undefined) {
		return new InputError(
			`${label} contains the text of an expression: ${written.slice(0, 60)}`,
			`${advice} ${WHY}`,
		);
	}
	const place = isExpression ? `${written.slice(0, 100)} gives` : 'it contains';
	return new InputError(`${label}: ${place} "${trace}"`, `${CHECK_NAME} ${WHY}`);
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
