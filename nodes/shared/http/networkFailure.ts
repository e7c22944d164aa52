import { type Advice, ServiceError } from '../errors';
import { isObject, type JsonObject } from '../json';
import { joinedTexts, sentence } from '../text';

/** Codes of Node.js by which no connection was made, so that the service cannot have received the request. */
const NOT_CONNECTED =
	/^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EADDRNOTAVAIL|HOSTNAME_MISMATCH|INVALID_CA|UNABLE_TO_\w+|ERR_TLS_\w+)$|CERT|SELF_SIGNED/;
/** These only say so while connecting: later, they mean that the connection broke. */
const NOT_CONNECTED_YET = /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/;
/** Of these, another try would end in the same way. */
const NOT_TRUSTED = /CERT|SELF_SIGNED|^(UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA)/;
const BLOCKED = 'The request was blocked because ';
/** The same in words: of Node.js, of a proxy, and of n8n's protection against requests to addresses inside the network. */
const NOT_CONNECTED_IN_WORDS =
	/^write EPROTO |before secure TLS connection was established|^Proxy connection ended before receiving CONNECT|from proxy CONNECT response|^The request was blocked because /;
/** The words of Node.js, with the host and port. Nothing else is quoted, because it may contain the token. */
const WORDS =
	/^(?:connect|getaddrinfo|read|write) E\w+(?: [\w.:[\]-]+)?|^The request was blocked because .*/;

/**
 * The error for what n8n's HTTP helper threw: whether the service may have received the request, and what Node.js says.
 * @param redirectedTo the host to which the service has redirected a download, if that is where it failed
 * @throws the error itself if it is a bug
 */
export function networkFailure(
	error: unknown,
	{ address, silence }: Advice = {},
	redirectedTo?: string,
): ServiceError {
	const causes = causesOf(error);
	const texts = causes.flatMap(textsOf);
	const code = causes.flatMap(({ code, httpCode }) => [code, httpCode]).find(isText) ?? '';
	if (
		code === '' &&
		[TypeError, RangeError, ReferenceError].some((type) => error instanceof type)
	) {
		throw error;
	}
	const receiver = redirectedTo ?? 'the service';
	const said = sentence(texts.map((text) => WORDS.exec(text)?.[0]).find(Boolean) ?? code);
	const about = redirectedTo === undefined ? address : 'The service redirected the download there.';
	const isFinal = NOT_TRUSTED.test(code) || texts.some((text) => text.startsWith(BLOCKED));
	if (!isNotSent(causes, texts, code)) {
		const description = joinedTexts([
			said,
			'Try again later. If it happens every time:',
			about,
			silence,
		]);
		return new ServiceError('noAnswer', `The connection to ${receiver} broke off`, description);
	}
	const advice = 'If it is right, ask the administrator of your n8n: a proxy may stand in between.';
	const description = joinedTexts([said, about, advice]);
	const message = `No connection to ${receiver} could be made`;
	return new ServiceError('notSent', message, description, { isFinal });
}

function isNotSent(causes: JsonObject[], texts: string[], code: string): boolean {
	if (NOT_CONNECTED.test(code)) return true;
	if (texts.some((text) => NOT_CONNECTED_IN_WORDS.test(text))) return true;
	const isConnecting =
		causes.some(({ syscall }) => syscall === 'connect') ||
		texts.some((text) => /^(?:connect|getaddrinfo) E/.test(text));
	return isConnecting && NOT_CONNECTED_YET.test(code);
}

/** n8n 1.x to 2.30 throws a NodeApiError, which has the code in `httpCode` and the original texts in `messages`. */
function textsOf({ messages, message }: JsonObject): string[] {
	return (Array.isArray(messages) ? (messages as unknown[]) : [message]).filter(isText);
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** The error and its causes, the outermost first. */
function causesOf(error: unknown): JsonObject[] {
	const chain: JsonObject[] = [];
	for (let next = error; isObject(next) && !chain.includes(next); next = next.cause ?? next.error) {
		chain.push(next);
	}
	return chain;
}
