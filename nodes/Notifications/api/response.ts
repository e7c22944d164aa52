import { type Advice, ServiceError } from '../../shared/errors';
import type { JsonResponse } from '../../shared/http/json';
import { errorText, refusalOf } from '../../shared/http/refusal';
import { isObject, type JsonObject } from '../../shared/json';
import { isSuccess, statusClassOf } from '../../shared/status';
import { joinedTexts, MAX_LISTED, sentence, shownText } from '../../shared/text';
import type { Accepted, NotSentAgain } from '../message/result';

interface Expected {
	hasNonce: boolean;
	alreadySentWords: string[];
	advice: Advice;
}

/**
 * Whether a response with this HTTP status may be in the service's own form (section 2.7). A server that refuses
 * the token, or one in front of the service, does not use that form.
 */
export function mayHoldResponse(status: number): boolean {
	return status >= 400 && !['token', 'rateLimit', 'gateway'].includes(statusClassOf(status));
}

/**
 * Reads a response with any HTTP status (section 2.7).
 * @throws ServiceError for a refusal, and for a response of any other form
 */
export function readResponse(response: JsonResponse, expected: Expected): Accepted | NotSentAgain {
	const { status, body } = response;
	const { advice } = expected;
	const { success, ...fields } = isObject(body) ? body : ({} as JsonObject);
	if (success === true && status < 400) return acceptedResult(fields);

	const envelopeStatus = statusIn(response);
	const said = new Said(fields);
	// An error of WhatsApp says in its details what is wrong with the request, and little in its message.
	const details = joinedTexts(said.details());
	const refusal = refusalOf({ ...response, status: envelopeStatus, advice }).withAdvice(details);
	// With "Request failed with status code N", the service passes on the error of another server. That says
	// nothing about the notification.
	const isPassedOn = refusal.status !== envelopeStatus;
	if (success !== false && status < 400 && !isPassedOn) throw unexpected(body, advice);
	// The body says yes, but the HTTP status says no, so the users may have been notified.
	if (success === true) throw refusal.with({ delivery: 'unknown' });
	// Only `success: false` is a refusal of the service itself.
	if (success !== false || isPassedOn) throw refusal;

	return refused(said, { refusal, status, expected });
}

interface Refused {
	refusal: ServiceError;
	/** Of HTTP. */
	status: number;
	expected: Expected;
}

/**
 * What a refusal in the service's own form means.
 * @throws ServiceError unless it says that the service has the notification already
 */
function refused(said: Said, { refusal, status, expected }: Refused): NotSentAgain {
	const { hasNonce, alreadySentWords, advice } = expected;
	if (hasNonce && said.isOneOf(alreadySentWords)) {
		const reason = 'The service already has a notification with this nonce';
		return { status: 'alreadySent', reason };
	}
	const mayMeanNonce = hasNonce && /nonce|duplicate|already/i.test(said.all);
	throw refusal.with({
		message: joinedTexts(['The service refused the notification', said.headline], ': '),
		description: joinedTexts([
			said.all === '' ? 'It gave no reason.' : sentence(`It said: ${shownText(said.all)}`),
			...said.details(),
			advice[status],
			mayMeanNonce ? NONCE_ADVICE : '',
		]),
	});
}

/** The HTTP status. Inside an HTTP 200, an envelope (section 7.4) that passes on a refusal has a status of its own. */
function statusIn({ status, body }: JsonResponse): number {
	if (!isObject(body) || body['success'] !== undefined || status >= 400) return status;
	return Number(body['status']) || status;
}

function unexpected(body: unknown, { address = '' }: Advice): ServiceError {
	const sent = `Expected was { "success": true }, and it sent: ${shownText(body)}. ${address}`;
	return new ServiceError('badAnswer', 'The service sent an unexpected response', sent);
}

const NONCE_ADVICE =
	'If this means that the service already has the notification with this nonce, enter these words, without commas, in the credential under More Settings > Already Sent Words.';

/** The fields of the response other than `success`. */
function acceptedResult(fields: JsonObject): Accepted {
	const others = { ...fields };
	const takeIds = (name: string): string | null => {
		const ids = [others[name]].flat();
		const areIds = ids.every((id) => typeof id === 'string' || typeof id === 'number');
		if (areIds || isEmpty(others[name])) delete others[name];
		return areIds ? ids.join(', ') || null : null;
	};
	return {
		status: 'accepted',
		notificationId: takeIds('id'),
		messageIds: takeIds('message_ids'),
		response: Object.keys(others).length > 0 ? jsonOf(others) : null,
		saysMore: Object.entries(others).some(saysMoreThanIds),
	};
}

/** Always JSON, unlike `asJson`, so that a node that follows can parse it. */
function jsonOf(fields: JsonObject): string {
	try {
		return JSON.stringify(fields);
	} catch {
		return '"It is too deeply nested to show."';
	}
}

function saysMoreThanIds([name, value]: [string, unknown]): boolean {
	const isAnId = /(?:^|_)ids?$|Ids?$/.test(name);
	const isScalar = typeof value === 'number' || typeof value === 'string';
	const isStatusOfHttp = name === 'status' && isScalar && isSuccess(Number(value));
	return !isAnId && !isStatusOfHttp && !isEmpty(value);
}

function isEmpty(value: unknown): boolean {
	if (value === null || value === undefined) return true;
	if (typeof value === 'string') return value.trim() === '';
	return typeof value === 'object' && Object.keys(value).length === 0;
}

const IS_CODE = /^error$|code$/i;
const IS_TEXT = /^(errors|message|title|reason|description|detail|text)$/i;
const MAX_DEPTH = 8;
const MAX_HEADLINE = 100;

/** What a refusal says, wherever it stands in the response: WhatsApp's own errors are nested in `reason`. */
class Said {
	readonly #codes: string[] = [];
	readonly #texts: string[] = [];
	readonly #others: Array<{ name: string; text: string }> = [];
	/** What is wrong with single users or parameters. */
	readonly #details: unknown[] = [];

	constructor(fields: JsonObject) {
		this.#collect('', fields, 0);
	}

	#collect(name: string, given: unknown, depth: number): void {
		const value = typeof given === 'string' ? parsedObject(given) : given;
		if (value === null || value === undefined) return;
		if (name === 'details') {
			this.#details.push(...[value].flat());
		} else if (typeof value === 'object' && depth < MAX_DEPTH) {
			for (const [inner, part] of Object.entries(value)) {
				this.#collect(Array.isArray(value) ? name : inner, part, depth + 1);
			}
		} else this.#add(name, typeof value === 'object' ? '…' : errorText(value));
	}

	#add(name: string, text: string): void {
		if (text === '') return;
		if (IS_CODE.test(name)) this.#codes.push(text);
		else if (IS_TEXT.test(name)) this.#texts.push(text);
		else this.#others.push({ name, text });
	}

	/** The code, or else the text: a list of executions shows nothing else. */
	get headline(): string {
		const [text = ''] = [...this.#codes, ...this.#texts];
		return text.length > MAX_HEADLINE ? `${text.slice(0, MAX_HEADLINE)}…` : text;
	}

	/** The codes, the texts, and all other fields with their names. */
	get all(): string {
		const words = [...new Set([...this.#codes, ...this.#texts])].join(': ');
		return joinedTexts([words, ...this.#others.map(({ name, text }) => `${name}: ${text}`)], ', ');
	}

	details(): string[] {
		const texts = this.#details.map((detail) => detailText(detail)).filter(Boolean);
		const more = texts.length - MAX_LISTED;
		return more > 0 ? [...texts.slice(0, MAX_LISTED), `And ${more} more.`] : texts;
	}

	/** Whether a code, a text, or everything together is one of the words, apart from case and punctuation. */
	isOneOf(words: string[]): boolean {
		// A word that consists of punctuation would match every empty text.
		const known = words.map(plainWords).filter((word) => word !== '');
		const others = this.#others.map(({ text }) => text);
		const texts = [...this.#codes, ...this.#texts, ...others, this.all];
		return texts.some((text) => known.includes(plainWords(text)));
	}
}

/** A server that passes on the error of another one may write its JSON as text. */
function parsedObject(text: string): unknown {
	try {
		const parsed: unknown = JSON.parse(text);
		return isObject(parsed) ? parsed : text;
	} catch {
		return text;
	}
}

/** "name: is missing." */
function detailText(detail: unknown): string {
	if (!isObject(detail)) return sentence(errorText(detail));
	const { type, parameter, description, ...others } = detail;
	delete others.phone;
	const what = errorText(description) || errorText(type) || errorText(others);
	return what === '' ? '' : sentence(joinedTexts([errorText(parameter), what], ': '));
}

function plainWords(text: string): string {
	const words = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
	return words.trim();
}
