import { ServiceError } from '../errors';

interface NetworkFailure {
	codes: RegExp;
	/** Only of a connection that was not made: on one that was, the code says something else. */
	isConnecting?: true;
	kind: 'notSent' | 'noAnswer';
	isFinal?: true;
	message: string;
	advice: string;
}

const TIMEOUT_ADVICE =
	'Try again later, or raise Request Timeout in the credential (More Settings).';
const CHECK_HOST =
	'Check the base URL in the credential, its port too, and that n8n can reach it. If n8n uses a proxy, check its address, and that it is running.';

const FAILURES: NetworkFailure[] = [
	{
		codes: /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/,
		kind: 'notSent',
		message: 'The host of the service was not found',
		advice: CHECK_HOST,
	},
	{
		codes: /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/,
		isConnecting: true,
		kind: 'notSent',
		message: 'The host of the service could not be reached',
		advice: CHECK_HOST,
	},
	{
		codes: /^(ECONNREFUSED|EADDRNOTAVAIL)$/,
		kind: 'notSent',
		message: 'The host of the service refused the connection',
		advice: CHECK_HOST,
	},
	{
		codes: /(CERT|SELF_SIGNED|^UNABLE_TO_|^ERR_TLS|^HOSTNAME_MISMATCH$|^INVALID_CA$)/,
		kind: 'notSent',
		isFinal: true,
		message: 'The certificate of the service could not be verified',
		advice:
			'No secure connection could be made. Check the base URL in the credential. If it is right, ask whoever runs the service or your network.',
	},
	{
		codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/,
		kind: 'noAnswer',
		message: 'The service did not respond in time',
		advice: TIMEOUT_ADVICE,
	},
	{
		codes:
			/^(ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPROTO|ERR_SSL_.*|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE|HPE_.*|Z_.*)$/,
		kind: 'noAnswer',
		message: 'The connection to the service broke off',
		advice:
			'Try again. If it happens every time, check the base URL in the credential, or ask whoever runs the service or your network.',
	},
];

/** n8n's protection against requests to addresses inside the network (SSRF). */
const FORBIDDEN = /^The request was blocked because /;
/** What Node.js says when it cannot connect, or finds no host: the code, and the place. */
const CONNECTING = /^(?:connect|getaddrinfo) E\w+(?: (\S+))?/;

interface ErrorLike {
	code?: unknown;
	/** Where a NodeApiError of n8n 1.x to 2.30 keeps the code; `cause` and `syscall` are lost there. */
	httpCode?: unknown;
	syscall?: unknown;
	/** The original texts; n8n replaces the message of a NodeApiError. */
	messages?: unknown;
	message?: unknown;
	cause?: unknown;
	error?: unknown;
}

function causes(error: unknown): ErrorLike[] {
	const chain: ErrorLike[] = [];
	for (
		let next = error;
		typeof next === 'object' && next !== null && !chain.includes(next) && chain.length < 10;
		next = (next as ErrorLike).cause ?? (next as ErrorLike).error
	) {
		chain.push(next);
	}
	return chain;
}

/**
 * Nothing of what n8n's HTTP helper threw is kept but its code: it carries the request with its
 * headers. @throws the error itself if it is a bug
 */
export function networkFailure(error: unknown, timeoutAdvice = TIMEOUT_ADVICE): ServiceError {
	const chain = causes(error);
	for (const cause of chain) {
		const code = [cause.code, cause.httpCode].find((value) => typeof value === 'string') ?? '';
		const known = FAILURES.find(
			(failure) => failure.codes.test(code) && (!failure.isConnecting || isConnecting(cause)),
		);
		if (!known) continue;
		const advice = known.advice === TIMEOUT_ADVICE ? timeoutAdvice : known.advice;
		const place = [code, placeIn(cause)].filter(Boolean).join(' ');
		return new ServiceError({ ...known, description: `${advice} (${place})` });
	}

	const texts = chain.flatMap(({ message }) => (typeof message === 'string' ? [message] : []));
	const forbidden = texts.find((text) => FORBIDDEN.test(text));
	if (forbidden !== undefined) {
		return new ServiceError({
			kind: 'notSent',
			isFinal: true,
			message: 'n8n did not allow the request to the service',
			description: `${forbidden}. Ask whoever runs your n8n to allow the host of the base URL in the credential.`,
		});
	}
	if (isBug(error)) throw error;
	const [description = 'No reason was given.'] = texts;
	const message = 'The request to the service failed';
	return new ServiceError({ kind: 'noAnswer', message, description });
}

/** The host and port that could not be reached, which may be those of a proxy. */
function placeIn({ messages, message }: ErrorLike): string {
	const originals: unknown[] = Array.isArray(messages) ? messages : [message];
	const [, place] = originals.map((text) => CONNECTING.exec(String(text))).find(Boolean) ?? [];
	return place ?? '';
}

/** Whether it came before anything was sent. In doubt it did not: what was sent may count. */
function isConnecting({ syscall, messages }: ErrorLike): boolean {
	const originals: unknown[] = Array.isArray(messages) ? messages : [];
	return syscall === 'connect' || originals.some((text) => CONNECTING.test(String(text)));
}

/** Those with a known code were found before. */
function isBug(error: unknown): boolean {
	return [TypeError, RangeError, ReferenceError].some((type) => error instanceof type);
}
