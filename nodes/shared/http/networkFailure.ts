import { asError, ServiceError } from '../errors';
import { isObject, type JsonObject } from '../values';
import { joinedTexts, sentence } from '../text';
import type { Advice } from './request';

/**
 * The signs that the service cannot have received a request, and that the next one will not either, as codes or words of
 * Node.js, of a proxy, or of n8n.
 */
const NEVER_SENT = [
	// No secure connection was made, as a certificate is not trusted or does not belong to the host.
	/^(\w*CERT\w*|\w*SELF_SIGNED\w*|UNABLE_TO_\w+|ERR_TLS_\w+|HOSTNAME_MISMATCH|INVALID_CA\w*)$/,
	// n8n's protection against requests to addresses inside the network.
	/^The request was blocked because /,
];

/** The signs that it cannot have received this one. Everything else is unknown: the service may have received it. */
const NOT_SENT = [
	// The host has no address, or nobody listens there.
	/^(ENOTFOUND|EAI_\w+|ECONNREFUSED|EADDRNOTAVAIL)$/,
	// It cannot be reached. Later, the same codes say that the connection broke.
	/^connect (ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)\b/,
	// No secure connection was made, as the port does not speak TLS.
	/^write EPROTO |before secure TLS connection was established/,
	// A proxy made no connection.
	/^Proxy connection ended before receiving CONNECT|from proxy CONNECT response/,
];

/** The service was silent for longer than n8n was told to wait. */
const SILENCE = /^(ECONNABORTED|E\w*TIMEDOUT)$/;

/** The words of Node.js, with the host and port. Nothing else is quoted, because it may contain the token. */
const WORDS =
	/^(?:connect|getaddrinfo|read|write) E\w+(?: [\w.:[\]-]+)?|^The request was blocked because .*/;

/** What JavaScript throws for a mistake in a program. Failures of the network may be of these types, but have a code. */
const BUGS = [TypeError, RangeError, ReferenceError];

const ASK = 'A proxy may stand in between: ask the administrator of your n8n.';

/**
 * The error for what n8n's HTTP helper threw: whether the service may have received the request, and what Node.js says.
 * @param otherHost the host to which the service has redirected a download, if that is where it failed
 */
export function networkFailure(error: unknown, advice: Advice, otherHost?: string): ServiceError {
	const causes = causesOf(error);
	const texts = causes.flatMap(textsOf);
	const code = causes.flatMap((cause) => [cause['code'], cause['httpCode']]).find(isText) ?? '';
	const isBug = code === '' && BUGS.some((type) => error instanceof type);
	if (isBug) return failedHere(error);

	const signs = [code, ...texts, ...causes.map(({ syscall }) => `${String(syscall)} ${code}`)];
	const hasSign = (of: RegExp[]) => of.some((sign) => signs.some((text) => sign.test(text)));
	const isFinal = hasSign(NEVER_SENT);
	const isNotSent = isFinal || hasSign(NOT_SENT);
	const isSilent = !isNotSent && SILENCE.test(code);
	const receiver = otherHost ?? 'the service';
	const words = texts.map((text) => WORDS.exec(text)?.[0]).find(isText);
	const description = joinedTexts([
		sentence(words ?? code),
		adviceAbout(isSilent, advice, otherHost),
		isFinal ? '' : 'Try again later.',
		ASK,
	]);
	if (isNotSent) {
		const message = `No connection to ${receiver} could be made`;
		return new ServiceError('notSent', message, description, { isFinal });
	}
	const ended = isSilent ? 'was silent for too long' : 'broke off';
	return new ServiceError('noAnswer', `The connection to ${receiver} ${ended}`, description);
}

/** What the user can do about it. A host that is silent is rather slow than another one. */
function adviceAbout(isSilent: boolean, { address, silence }: Advice, otherHost?: string): string {
	const redirected = otherHost && 'The service redirected the download there.';
	return joinedTexts([redirected ?? (isSilent ? '' : address), isSilent ? silence : '']);
}

/** The error for a bug, of n8n or of this package. Its description may contain the token. */
export function failedHere(error: unknown): ServiceError {
	const message = 'n8n failed to send the request, or to read its response';
	return new ServiceError('noAnswer', message, asError(error).message, { isFinal: true });
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
