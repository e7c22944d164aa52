import { ServiceError } from '../errors';

/** Words for what can go wrong below HTTP, found by the error codes of Node and OpenSSL. */
interface NetworkFailure {
	codes: RegExp;
	kind: 'notSent' | 'noAnswer';
	/** Whether trying again can help. */
	passing: boolean;
	message: string;
	advice: string;
}

const TIMEOUT_ADVICE = 'Try again later, or raise Options > Request Timeout.';

const FAILURES: NetworkFailure[] = [
	{
		codes: /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/,
		kind: 'notSent',
		passing: true,
		message: 'The host of the service was not found',
		advice: 'Check the base URL in the credential for typing errors, and that n8n can reach it.',
	},
	{
		codes: /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/,
		kind: 'notSent',
		passing: true,
		message: 'The host of the service refused the connection',
		advice: 'Check the base URL in the credential, its port too, and that n8n can reach it.',
	},
	{
		codes:
			/(CERT|SELF_SIGNED|^UNABLE_TO_|^ERR_TLS|^ERR_SSL|^EPROTO$|^HOSTNAME_MISMATCH$|^INVALID_CA$)/,
		kind: 'notSent',
		passing: false,
		message: 'There is a problem with the certificate of the service',
		advice:
			'No secure connection could be made. Check the base URL in the credential. If it is right, ask whoever runs the service or your network.',
	},
	{
		codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/,
		kind: 'noAnswer',
		passing: true,
		message: 'The service did not respond in time',
		advice: TIMEOUT_ADVICE,
	},
	{
		codes:
			/^(ECONNRESET|EPIPE|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE|HPE_.*|Z_.*)$/,
		kind: 'noAnswer',
		passing: true,
		message: 'The connection to the service broke off',
		advice: 'Try again. If it happens every time, ask whoever runs the service or your network.',
	},
];

const CONNECT_TIMEOUT: NetworkFailure = {
	codes: /^ETIMEDOUT$/,
	kind: 'notSent',
	passing: true,
	message: 'The host of the service could not be reached in time',
	advice: 'Check the base URL in the credential, and that n8n can reach it.',
};

interface ErrorLike {
	code?: unknown;
	/** Where a NodeApiError of n8n 1.x to 2.30 keeps the code; `cause` and `syscall` are lost there. */
	httpCode?: unknown;
	syscall?: unknown;
	/** The original texts of a NodeApiError, whose own message n8n replaces. */
	messages?: unknown;
	message?: unknown;
	cause?: unknown;
	error?: unknown;
}

/** An error, what caused it, what caused that, and so on. */
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
 * Turns what n8n's HTTP helper threw (no HTTP answer came) into words.
 *
 * Nothing of the original error is kept but its code: it carries the request with its headers.
 *
 * @param timeoutAdvice what to do where the service did not respond in time
 * @throws the error itself if it is a bug, which has nothing to do with the network
 */
export function networkFailure(
	error: unknown,
	timeoutAdvice = TIMEOUT_ADVICE,
): { failure: ServiceError; passing: boolean } {
	const chain = causes(error);
	for (const cause of chain) {
		const code = [cause.code, cause.httpCode].find((value) => typeof value === 'string') ?? '';
		const known =
			code === 'ETIMEDOUT' && isConnecting(cause)
				? CONNECT_TIMEOUT
				: FAILURES.find(({ codes }) => codes.test(code));
		if (known) {
			const { kind, passing, message } = known;
			const advice = known.advice === TIMEOUT_ADVICE ? timeoutAdvice : known.advice;
			const failure = new ServiceError({ kind, message, description: `${advice} (${code})` });
			return { failure, passing };
		}
	}

	const refused = chain.find(isRefusedByN8n);
	if (!refused && isBug(error)) throw error;
	const { message: reason } = refused ?? chain.find(({ message }) => message !== undefined) ?? {};
	const failure = new ServiceError({
		// What n8n refuses never left this computer.
		kind: refused ? 'notSent' : 'noAnswer',
		message: refused
			? 'n8n did not allow the request to the service'
			: 'The request to the service failed',
		description:
			(typeof reason === 'string' ? reason : 'No reason was given.') +
			(refused
				? '. Ask whoever runs your n8n to allow the host of the base URL in the credential.'
				: ''),
	});
	return { failure, passing: false };
}

/** Whether an error came before anything was sent. In doubt it did not: what was sent may count. */
function isConnecting({ syscall, messages }: ErrorLike): boolean {
	const originals: unknown[] = Array.isArray(messages) ? messages : [];
	return (
		syscall === 'connect' || originals.some((text) => /^connect ETIMEDOUT\b/.test(String(text)))
	);
}

/** Errors of the language. One with a code that is known was found before. */
function isBug(error: unknown): error is Error {
	return (
		error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError
	);
}

/** Its SSRF protection, a proxy, or an allow list. */
function isRefusedByN8n(cause: ErrorLike): boolean {
	return /ssrf|blocked|not allowed|restricted/i.test(
		`${(cause as Error).name} ${String(cause.message)}`,
	);
}
