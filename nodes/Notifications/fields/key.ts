import { InputError } from '../../shared/errors';
import { leavesIn } from '../../shared/json';
import {
	allowsNothing,
	hasVariable,
	positionsIn,
	readsData,
	textsInCode,
	withoutParts,
} from '../../shared/params/expressionCode';
import { isNothing } from '../../shared/params/expressions';
import { textParam } from '../../shared/params/makeParam';
import type { Param } from '../../shared/params/param';
import { tidy } from '../../shared/params/visibleText';
import type { ItemContext } from './context';
import { filled } from './options';

/*
 * ID and Nonce must identify the order or event. Of two messages with the same value, the service sends the first one, and
 * accepts the second one in silence. So at least one of their expressions must identify something.
 */

// Neither is required: if Send Once is an expression, n8n shows both, and would refuse to run without both.
export const ownId = textParam('ID', 'eventId', filled.transform(tidy), {
	emptyPart: 'error',
	displayOptions: { show: { sendOnce: ['perId'] } },
	placeholder: 'e.g. {{ $json.order_id }}',
	description: 'What is sent once, such as an order or event ID',
});

const ownText = filled.transform((nonce) => nonce.toWellFormed());

export const ownNonce = textParam('Nonce', 'nonce', ownText, {
	emptyPart: 'error',
	displayOptions: { show: { sendOnce: ['nonce'] } },
	placeholder: 'e.g. {{ $json.order_id }}-shipped',
	description:
		'The service sends one notification for each nonce: of two templates with the same nonce, the second is lost',
});

/** The value of ID or Nonce. @throws InputError if many orders would have it */
export function keyOf(param: Param<string>, { parameters, itemIndex }: ItemContext): string {
	const { displayName: label, name } = param.property;
	const key = parameters.read(param, itemIndex);
	const codes = parameters.codesOf(name);
	const valueOf = (code: string) => parameters.evaluate(code, itemIndex);
	const problem = codes.some(readsData)
		? whyNoKey(codes, valueOf)
		: whyNoCampaign(key, codes, param === ownNonce);
	if (problem === undefined) return key;
	throw new InputError(
		`${label} ${problem}: ${key.slice(0, 60)}`,
		'Map what identifies the order or event. Otherwise different messages would have the same value here, and the service would send only the first of them.',
	);
}

type ValueOf = (code: string) => unknown;

/** Why a key does not identify anything; undefined if it does. */
function whyNoKey(codes: string[], valueOf: ValueOf): string | undefined {
	const ofData = codes.filter(readsData);
	const texts = ofData.map((code) => ({ code, left: textsLeft(code, valueOf) }));
	// A fallback or a choice may stand beside what identifies, but a text that was put together has lost its field.
	const isLost = texts.some(({ code, left }) => {
		const isJoined = /\+|\$\{/.test(code) && !allowsNothing(code);
		return isJoined && left.length > 0 && !left.some(hasLetters);
	});
	const identifies = texts.some(({ left }) => left.some(isIdentifier));
	return identifies && !isLost ? undefined : 'takes its value from what identifies nothing';
}

/**
 * What is left of the value of an expression, or of each text within it, without the texts in its code and the position of
 * the item: of `o-${$json.id}` with an empty ID, nothing is.
 */
function textsLeft(code: string, valueOf: ValueOf): string[] {
	const positions = positionsIn(code).map((each) => String(valueOf(each)));
	const own = [...textsInCode(code), ...positions];
	const texts = [...leavesIn(valueOf(code))].map((value) =>
		isNothing(value) ? '' : String(value),
	);
	return texts.filter(hasLetters).map((text) => withoutParts(text, own));
}

/** The name of a campaign may be an ID, since each phone then has a nonce of its own, but it is no nonce. */
function whyNoCampaign(key: string, codes: string[], isNonce: boolean): string | undefined {
	if (codes.some((code) => positionsIn(code).length > 0)) {
		return "is only the item's position, which another order will have tomorrow";
	}
	const lacks = codes.length === 0 ? 'no expression' : 'nothing of the item';
	if (isNonce && (codes.length === 0 || codes.some(hasVariable))) {
		return `has ${lacks}, so every message would have the same one`;
	}
	return isIdentifier(key) ? undefined : 'identifies nothing';
}

/** What spreadsheets and programs write where a value is missing. "NA" is none: it is also Namibia. */
const PLACEHOLDER =
	/^(?:n\/[ad]|#n\/\p{L}+|#nv|null|none|nan|\\n|loading\.*|true|false|#[^\s\d]+(?:\/0)?[!?])$/iu;

function hasLetters(text: string): boolean {
	return /[\p{L}\p{N}]/u.test(text);
}

/** Whether a text has letters or digits, and is no placeholder. */
function isIdentifier(text: string): boolean {
	return hasLetters(text) && !PLACEHOLDER.test(text.trim());
}
