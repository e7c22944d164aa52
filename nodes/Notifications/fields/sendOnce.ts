import { ExpressionParser, type IExecuteFunctions } from 'n8n-workflow';
import { InputError } from '../../shared/errors';
import type { Param } from '../../shared/params/param';
import { choiceParam, textParam } from '../../shared/params/makeParam';
import type { ParamReader } from '../../shared/params/paramReader';
import { isBlank } from '../message/blankText';
import { adviceForExpression, traceInKey } from '../message/expressionTraces';
import type { SendOnce } from '../message/message';
import { type Content, nonceOfContent, nonceOfId } from '../message/nonce';
import type { IsData } from '../message/params';
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

interface NonceContext {
	n8n: Pick<IExecuteFunctions, 'evaluateExpression'>;
	parameters: ParamReader;
	/** ID or Nonce as the node has it: a text that begins with "=" is an expression. */
	writtenKey: unknown;
	workflowTimeZone: string;
	/** There; the same for all items, so that nothing is sent twice at midnight. Null: no such zone. */
	today: string | null;
	itemIndex: number;
	isData: IsData;
}

/** The nonce of a message, as Send Once wants it; empty for Every Time. @throws InputError */
export function nonceFor(content: Content, context: NonceContext): string {
	const { parameters, workflowTimeZone, today, itemIndex } = context;
	switch (parameters.read(sendOnce, itemIndex)) {
		case 'always':
			return '';
		case 'nonce':
			return keyOf(ownNonce, context);
		case 'perId':
			return nonceOfId(content, keyOf(ownId, context));
		case 'ever':
			return nonceOfContent(content, 'content');
		case 'perDay':
			if (today !== null) return nonceOfContent(content, `day ${today}`);
			throw new InputError(
				`The time zone of the workflow is unknown: ${workflowTimeZone.slice(0, 40)}`,
				'Choose a time zone in the settings of the workflow, or another Send Once.',
			);
	}
}

/** Of two messages with the same key, the service sends the first and accepts the second in silence. */
const WHY =
	'Without it, different messages would have the same value here, and the service would send only the first of them.';
const CHECK_NAME = 'Check the name of its field.';

interface Chunk {
	/** As the user wrote it. */
	written: string;
	isExpression: boolean;
	/** What n8n makes of it. */
	text: string;
	/** It is a whole number that is too large for all of its digits. */
	hasLostDigits?: boolean;
}

/**
 * The value of ID or Nonce. It would be of no use if one of its expressions gave nothing: of
 * `{{ $json.order_id }}-shipped`, "-shipped" remains, and only the first message would be sent.
 */
function keyOf(param: Param<string>, context: NonceContext): string {
	const { parameters, itemIndex, isData } = context;
	const label = param.property.displayName;
	const key = parameters.read(param, itemIndex);
	const chunks = chunksOf(key, context);
	for (const chunk of chunks) checkChunk(label, chunk, isData);
	const expressions = chunks.filter(({ isExpression }) => isExpression);
	const deciding = expressions.length > 0 ? expressions : chunks;
	for (const { isAll, problem } of TELLS_NOTHING_APART) {
		if (!deciding.every(({ text }) => isAll.test(text.trim()))) continue;
		throw new InputError(
			`${label} ${problem}: ${key.slice(0, 60)}`,
			`Map what identifies the order or event. ${WHY}`,
		);
	}
	return key;
}

/** What the expressions of a key give, if they cannot tell one order from another. */
const TELLS_NOTHING_APART = [
	{ isAll: /^(true|false)$/, problem: 'is only true or false' },
	// What separates values remains where a list has none, and people write a dash for a missing value.
	{ isAll: /^[^\p{L}\p{N}]*$/u, problem: 'has neither letters nor digits' },
];

/** @throws InputError where an expression has given nothing, or less than what its field has */
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

function chunksOf(key: string, { n8n, writtenKey, itemIndex }: NonceContext): Chunk[] {
	const isExpression = typeof writtenKey === 'string' && writtenKey.startsWith('=');
	if (!isExpression) return [{ written: key, isExpression: false, text: key }];
	const parts = ExpressionParser.splitExpression(writtenKey.slice(1)).filter(
		({ type, text }) => type === 'code' || text !== '',
	);
	return parts.map((part) => {
		const written = ExpressionParser.joinExpression([part]);
		if (part.type === 'text') return { written, isExpression: false, text: part.text };
		if (parts.length === 1) return { written, isExpression: true, text: key };
		// With a text before it, n8n itself makes a text of the value, as it does in the whole key.
		const evaluated = n8n.evaluateExpression(`-${written}`, itemIndex) as string;
		const text = evaluated.slice(1);
		const hasLostDigits =
			LARGE_NUMBER.test(text) && isInexact(n8n.evaluateExpression(written, itemIndex));
		return { written, isExpression: true, text, hasLostDigits };
	});
}

/** Only a text like this is evaluated again, since whether it was a number costs time to find out. */
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
 * What "accepted" does not say, since the service accepts a repeat, too.
 * @param chosen the choices of Send Once of the messages that were accepted
 */
export function repeatHint(chosen: ReadonlySet<SendOnce>): string {
	const kinds = [...chosen].filter((kind) => kind !== 'always');
	if (kinds.length > 1) return 'What Send Once found to be sent already was not sent again.';
	return kinds.map((kind) => REPEATS[kind]).join('');
}
