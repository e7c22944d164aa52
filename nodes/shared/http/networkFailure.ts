import { type FailureKind, ServiceError } from '../errors';
import { isObject, type JsonObject } from '../params/param';
import { joinedTexts } from '../text';

const CHECK_HOST =
	'Check Region or the base URL in the credential, its port too, and that n8n can reach it. If n8n uses a proxy, check its address, and that it is running.';

interface NetworkFailure {
	kind: FailureKind;
	codes: RegExp;
	/** On a connection that was made, these codes say something else. */
	ifConnecting?: true | undefined;
	message: string;
	advice: string;
	isFinal?: true;
}

function host(what: string, codes: RegExp, ifConnecting?: true): NetworkFailure {
	const message = `The host of the service ${what}`;
	return { kind: 'notSent', codes, ifConnecting, message, advice: CHECK_HOST };
}

const FAILURES: NetworkFailure[] = [
	host('was not found', /^(ENOTFOUND|EAI_AGAIN|EAI_NODATA|EAI_NONAME)$/),
	host('could not be reached', /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENETDOWN)$/, true),
	host('refused the connection', /^(ECONNREFUSED|EADDRNOTAVAIL)$/),
	{
		codes: /(CERT|SELF_SIGNED|^UNABLE_TO_|^ERR_TLS|^HOSTNAME_MISMATCH$|^INVALID_CA$)/,
		kind: 'notSent',
		isFinal: true,
		message: 'The certificate of the service could not be verified',
		advice:
			'No secure connection could be made. Check Region or the base URL in the credential. If it is right, ask whoever runs the service or your network.',
	},
	{
		codes: /^(ECONNABORTED|ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(HEADERS|BODY)_TIMEOUT)$/,
		kind: 'noAnswer',
		message: 'The service did not respond in time',
		advice:
			'Try again later. If it happens every time, check Region or the base URL in the credential, or raise Request Timeout there (More Settings).',
	},
	{
		codes:
			/^(ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPROTO|ERR_SSL_.*|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE|ERR_BAD_RESPONSE|HPE_.*|Z_.*)$/,
		kind: 'noAnswer',
		message: 'The connection to the service broke off',
		advice:
			'Try again. If it happens every time, check Region or the base URL in the credential, or ask whoever runs the service or your network.',
	},
];

/** n8n's protection against requests to addresses inside the network (SSRF). */
const FORBIDDEN = /^The request was blocked because /;
/** In the words of Node.js, with the place. */
const CONNECTING = /^(?:connect|getaddrinfo) E\w+(?: (\S+))?/;

/** Of what n8n's HTTP helper threw, which carries the token, only the code is kept. @throws a bug as it is */
export function networkFailure(error: unknown): ServiceError {
	const causes = causesOf(error);
	const known = causes.map(knownFailure).find(Boolean);
	if (known) return known;

	const texts = causes.map(({ message }) => message).filter((text) => typeof text === 'string');
	const forbidden = texts.find((text) => FORBIDDEN.test(text));
	if (forbidden !== undefined) {
		const advice = 'Ask whoever runs your n8n to allow the host of the service.';
		const message = 'n8n did not allow the request to the service';
		return new ServiceError('notSent', message, `${forbidden}. ${advice}`, { isFinal: true });
	}
	if ([TypeError, RangeError, ReferenceError].some((type) => error instanceof type)) throw error;
	const [description = 'No reason was given.'] = texts;
	return new ServiceError('noAnswer', 'The request to the service failed', description);
}

/** A NodeApiError of n8n 1.x to 2.30 has the code in `httpCode`, and the original texts in `messages`. */
function knownFailure(cause: JsonObject): ServiceError | undefined {
	const { code, httpCode, syscall, messages, message } = cause;
	const name = [code, httpCode].find((value) => typeof value === 'string') ?? '';
	const originals: unknown[] = Array.isArray(messages) ? messages : [message];
	const connecting = originals.map((text) => CONNECTING.exec(String(text))).find(Boolean);
	// In doubt there was a connection: what was sent may count.
	const isConnecting = syscall === 'connect' || connecting !== undefined;
	const known = FAILURES.find(
		({ codes, ifConnecting = false }) => codes.test(name) && (isConnecting || !ifConnecting),
	);
	if (!known) return undefined;
	// The host and port that could not be reached may be those of a proxy.
	const place = joinedTexts([name, connecting?.[1]]);
	const { kind, advice, isFinal } = known;
	return new ServiceError(kind, known.message, `${advice} (${place})`, { isFinal });
}

function causesOf(error: unknown): JsonObject[] {
	const chain: JsonObject[] = [];
	for (let next = error; isObject(next) && !chain.includes(next); next = next.cause ?? next.error) {
		chain.push(next);
	}
	return chain;
}
