import { type FailureKind, ServiceError, type Advice } from '../errors';
import { isObject, type JsonObject } from '../json';
import { joinedTexts, sentence } from '../text';

interface NetworkFailure {
	kind: FailureKind;
	/** Matches the error codes of Node.js. */
	codes?: RegExp;
	/** Matches the messages of Node.js for failures that have no code of their own. */
	texts?: RegExp;
	/** It only counts while connecting: later, the same code means that the connection broke. */
	ifConnecting?: true;
	/** @param to who should have received the request: the service, or another host */
	message(to: string): string;
	advice(advice: Advice): string;
	/** Another try would end in the same way. */
	isFinal?: true;
}

const SERVICE = 'the service';
const NETWORK_ADMIN = 'ask the support of the service or your network administrator.';

/** At the beginning of a sentence. */
function hostOf(to: string): string {
	return to === SERVICE ? 'The host of the service' : `The host ${to}`;
}

function adviceOnHost({ address, port }: Advice): string {
	const checks =
		'Check that n8n can reach it. If n8n uses a proxy, check its address, and that it is running.';
	return joinedTexts([address, port, checks]);
}

const NO_TUNNEL: NetworkFailure = {
	kind: 'notSent',
	texts: /^Proxy connection ended before receiving CONNECT|from proxy CONNECT response/,
	message: (to) => `The proxy of n8n made no connection to ${to}`,
	advice: () => 'Ask the administrator of your n8n or of your network.',
};

/** The first that matches counts. */
const FAILURES: NetworkFailure[] = [
	{
		kind: 'notSent',
		codes: /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/,
		message: (to) => `${hostOf(to)} was not found`,
		advice: adviceOnHost,
	},
	{
		kind: 'notSent',
		codes: /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/,
		ifConnecting: true,
		message: (to) => `${hostOf(to)} could not be reached`,
		advice: adviceOnHost,
	},
	{
		kind: 'notSent',
		codes: /^(ECONNREFUSED|EADDRNOTAVAIL)$/,
		message: (to) => `${hostOf(to)} refused the connection`,
		advice: adviceOnHost,
	},
	{
		kind: 'notSent',
		codes: /(SELF_SIGNED|^UNABLE_TO_|CERT|^ERR_TLS|^HOSTNAME_MISMATCH$|^INVALID_CA$)/,
		isFinal: true,
		message: (to) => `The certificate of ${to} could not be verified`,
		advice: ({ address }) =>
			joinedTexts([
				'No secure connection could be made.',
				address,
				`If it is right, ${NETWORK_ADMIN}`,
				'If a proxy, your network or a server of your own signs certificates itself, the administrator of your n8n can make its root certificate known in NODE_EXTRA_CA_CERTS.',
			]),
	},
	{
		// Node.js reports a handshake that failed as a write that failed, and every later failure of
		// TLS by a code of its own, such as ERR_SSL_BAD_RECORD_TYPE.
		kind: 'notSent',
		texts: /^write EPROTO |before secure TLS connection was established/,
		message: (to) => `No secure connection to ${to} could be made`,
		advice: ({ address, port }) =>
			joinedTexts([
				address,
				port && 'Its address begins with https, so its port must be one for https.',
				`If it is right, ${NETWORK_ADMIN}`,
			]),
	},
	NO_TUNNEL,
	{
		kind: 'noAnswer',
		codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/,
		message: (to) => `${to === SERVICE ? 'The service' : to} did not respond in time`,
		advice: ({ address, silence }) =>
			joinedTexts(['Try again later. If it happens every time:', address, silence]),
	},
	{
		kind: 'noAnswer',
		codes: /^HPE_/,
		message: (to) => `The connection to ${to} broke off`,
		advice: ({ address }) =>
			joinedTexts([
				'The server did not respond in HTTP/1.1, the only version that n8n speaks.',
				address,
				`If it is right, ${NETWORK_ADMIN}`,
			]),
	},
	{
		kind: 'noAnswer',
		codes:
			/^(ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPROTO|ERR_SSL_.*|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE|Z_.*)$/,
		message: (to) => `The connection to ${to} broke off`,
		advice: ({ address }) =>
			joinedTexts(['Try again. If it happens every time:', address, `Or ${NETWORK_ADMIN}`]),
	},
];

/** The words of n8n's protection against requests to addresses inside the network (SSRF). */
const FORBIDDEN = /^The request was blocked because /;
/** The words of Node.js for a connection that was not made, with the host and port. */
const CONNECTING = /^(?:connect|getaddrinfo) E\w+(?: (\S+))?/;

/**
 * The error for what n8n's HTTP helper threw. That carries the token, so only its code and the host are
 * kept.
 * @param redirectedTo the host to which the service has redirected a download, if that is where it failed
 * @throws the error itself if it is a bug
 */
export function networkFailure(
	error: unknown,
	advice: Advice = {},
	redirectedTo?: string,
): ServiceError {
	const causes = causesOf(error);
	const isElsewhere = redirectedTo !== undefined;
	const receiver = redirectedTo ?? SERVICE;
	// The address of another host stands in no field.
	const about = isElsewhere
		? { ...advice, address: 'The service redirected the download there.', port: '' }
		: advice;
	const known = causes.map((cause) => knownFailure(cause, about, receiver)).find(Boolean);
	if (known) return known;

	const texts = causes.map(({ message }) => message).filter((text) => typeof text === 'string');
	const forbidden = texts.find((text) => FORBIDDEN.test(text));
	if (forbidden !== undefined) {
		const host = redirectedTo ?? 'the host of the service';
		const description = joinedTexts([
			sentence(forbidden),
			isElsewhere ? about.address : '',
			`Ask the administrator of your n8n to allow ${host}.`,
		]);
		const message = `n8n did not allow the request to ${receiver}`;
		return new ServiceError('notSent', message, description, { isFinal: true });
	}
	if ([TypeError, RangeError, ReferenceError].some((type) => error instanceof type)) throw error;
	const [description = 'No reason was given.'] = texts;
	return new ServiceError('noAnswer', `The request to ${receiver} failed`, description);
}

/**
 * The error for the response of a proxy that refused to connect.
 * @param redirectedTo as for `networkFailure`
 */
export function refusedByProxy(status: number, redirectedTo?: string): ServiceError {
	const message = NO_TUNNEL.message(redirectedTo ?? SERVICE);
	const description = joinedTexts([NO_TUNNEL.advice({}), `(Status ${status})`]);
	return new ServiceError(NO_TUNNEL.kind, message, description);
}

/** n8n 1.x to 2.30 throws a NodeApiError, which has the code in `httpCode` and the original texts in `messages`. */
function knownFailure(
	cause: JsonObject,
	advice: Advice,
	receiver: string,
): ServiceError | undefined {
	const { code, httpCode, syscall, messages, message } = cause;
	const name = [code, httpCode].find((value) => typeof value === 'string') ?? '';
	const texts = (Array.isArray(messages) ? messages : [message]).map(String);
	const connecting = texts.map((text) => CONNECTING.exec(text)).find(Boolean);
	// Without a sign of connecting, we assume that the service may have received the request.
	const isConnecting = syscall === 'connect' || connecting !== undefined;
	const known = FAILURES.find((failure) => {
		const hasText = texts.some((text) => failure.texts?.test(text));
		const hasCode = failure.codes?.test(name) === true;
		return hasText || (hasCode && (isConnecting || failure.ifConnecting !== true));
	});
	if (!known) return undefined;
	const { kind, isFinal } = known;
	// The host and port that could not be reached may be those of a proxy.
	const place = joinedTexts([name, connecting?.[1]]);
	const description = joinedTexts([known.advice(advice), place === '' ? '' : `(${place})`]);
	return new ServiceError(kind, known.message(receiver), description, { isFinal });
}

/** The error and its causes, the outermost first. */
export function causesOf(error: unknown): JsonObject[] {
	const chain: JsonObject[] = [];
	for (let next = error; isObject(next) && !chain.includes(next); next = next.cause ?? next.error) {
		chain.push(next);
	}
	return chain;
}
