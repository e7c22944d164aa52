import { type Advice, ServiceError } from '../errors';
import { isObject, type JsonObject } from '../json';
import { joinedTexts, sentence } from '../text';

interface NotSent {
	/** The code of Node.js. */
	code?: RegExp;
	/** The words of Node.js, of a proxy, or of n8n. */
	words?: RegExp;
	/** The code only says so while connecting: later, it means that the connection broke. */
	whileConnecting?: true;
	/** Another try would end in the same way. */
	isFinal?: true;
}

/**
 * By what it is known that the service cannot have received a request. Everything else is unknown: the service may have
 * received it.
 */
const NOT_SENT: NotSent[] = [
	// The host has no address.
	{ code: /^(ENOTFOUND|EAI_\w+)$/ },
	// Nobody listens there, or it cannot be reached.
	{ code: /^(ECONNREFUSED|EADDRNOTAVAIL)$/ },
	{ code: /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, whileConnecting: true },
	// No secure connection was made, as a certificate is not trusted or the port does not speak TLS.
	{ code: /CERT|SELF_SIGNED|^(UNABLE_TO_|ERR_TLS_|HOSTNAME_MISMATCH|INVALID_CA)/, isFinal: true },
	{ words: /^write EPROTO |before secure TLS connection was established/ },
	// A proxy made no connection.
	{ words: /^Proxy connection ended before receiving CONNECT|from proxy CONNECT response/ },
	// n8n's protection against requests to addresses inside the network.
	{ words: /^The request was blocked because /, isFinal: true },
];

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
	const code = causes.flatMap((cause) => [cause['code'], cause['httpCode']]).find(isText) ?? '';
	if (code === '' && isBug(error)) throw error;

	const receiver = redirectedTo ?? 'the service';
	const said = sentence(texts.map((text) => WORDS.exec(text)?.[0]).find(Boolean) ?? code);
	const whereTo =
		redirectedTo === undefined ? address : 'The service redirected the download there.';
	const notSent = NOT_SENT.find((row) => fits(row, { causes, texts, code }));
	if (notSent) {
		const advice =
			'If it is right, ask the administrator of your n8n: a proxy may stand in between.';
		const { isFinal } = notSent;
		const description = joinedTexts([said, whereTo, advice]);
		const message = `No connection to ${receiver} could be made`;
		return new ServiceError('notSent', message, description, { isFinal });
	}
	const always = 'Try again later. If it happens every time:';
	const description = joinedTexts([said, always, whereTo, silence]);
	return new ServiceError('noAnswer', `The connection to ${receiver} broke off`, description);
}

interface Failure {
	causes: JsonObject[];
	texts: string[];
	code: string;
}

function fits(
	{ code, words, whileConnecting }: NotSent,
	{ causes, texts, code: failed }: Failure,
): boolean {
	if (words) return texts.some((text) => words.test(text));
	const isConnecting =
		causes.some(({ syscall }) => syscall === 'connect') ||
		texts.some((text) => /^(?:connect|getaddrinfo) E/.test(text));
	return code?.test(failed) === true && (!whileConnecting || isConnecting);
}

function isBug(error: unknown): boolean {
	return [TypeError, RangeError, ReferenceError].some((type) => error instanceof type);
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
