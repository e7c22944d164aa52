import { networkFailure } from '../../../../nodes/shared/http/networkFailure';

const FAILED = 'The request to the service failed';

const CODES = {
	'notSent: The host of the service was not found': 'ENOTFOUND EAI_AGAIN EAI_NODATA EAI_NONAME',
	'notSent: The host of the service refused the connection': 'ECONNREFUSED EADDRNOTAVAIL',
	'notSent: The certificate of the service could not be verified':
		'DEPTH_ZERO_SELF_SIGNED_CERT CERT_HAS_EXPIRED UNABLE_TO_VERIFY_LEAF_SIGNATURE INVALID_CA ERR_TLS_HANDSHAKE_TIMEOUT HOSTNAME_MISMATCH',
	'noAnswer: The service did not respond in time':
		'ECONNABORTED ETIMEDOUT ESOCKETTIMEDOUT UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT',
	'noAnswer: The connection to the service broke off':
		'ECONNRESET EPIPE EHOSTUNREACH ENETUNREACH ENETDOWN EPROTO ERR_SSL_BAD_RECORD_TYPE UND_ERR_SOCKET ERR_STREAM_PREMATURE_CLOSE Z_BUF_ERROR ERR_BAD_RESPONSE HPE_INVALID_CONSTANT',
	[`noAnswer: ${FAILED}`]:
		'ESOMETHING XENOTFOUND ENOTFOUND2 XECONNREFUSED ECONNREFUSED2 XERR_TLS XEPROTO EPROTO2 HOSTNAME_MISMATCH2 ETIMEDOUT2 XECONNRESET ECONNRESET2',
};

const withCode = (code: string, more: object = {}) =>
	new Error('n8n', { cause: Object.assign(new Error('x'), { code, ...more }) });
/** What a NodeApiError of n8n 1.x to 2.30 is: no cause, the code in `httpCode`, no `syscall`. */
function inOlderN8n(httpCode: string, original = ''): Error {
	const as = { name: 'NodeApiError', cause: undefined, httpCode, messages: [original] };
	return Object.assign(new Error('Perhaps it is offline'), as);
}

it.each(Object.entries(CODES))('%s: %s', (meaning, codes) => {
	const [kind, message = ''] = meaning.split(': ');
	for (const code of codes.split(' ')) {
		const advice = new RegExp(message === FAILED ? '' : `^[A-Z].*\\. \\(${code}\\)$`);
		const description: unknown = expect.stringMatching(advice);
		for (const error of [withCode(code), inOlderN8n(code), { error: withCode(code) }]) {
			const isFinal = message.includes('certificate');
			expect(networkFailure(error)).toMatchObject({ kind, isFinal, message, description });
		}
	}
});

const AMBIGUOUS = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'];
it.each(AMBIGUOUS)('%s while connecting: nothing was sent', (code) => {
	const kinds = [
		[withCode(code, { syscall: 'connect' }), 'notSent'],
		[withCode(code, { syscall: 'read' }), 'noAnswer'],
		[inOlderN8n(code, `connect ${code} 10.0.0.1:443`), 'notSent'],
		[inOlderN8n(code, `read ${code}`), 'noAnswer'],
		[inOlderN8n(code, 'AggregateError'), 'noAnswer'],
	];
	for (const [error, kind] of kinds) {
		expect(networkFailure(error)).toMatchObject({ kind, isFinal: false });
	}
});

const inACircle: { message: string; cause?: unknown } = { message: 'round' };
inACircle.cause = { error: inACircle };
const UNKNOWN = 'No reason was given.';
it.each<[unknown, string]>([
	[new Error('what went wrong'), 'what went wrong'],
	[{ cause: { message: 'inside' } }, 'inside'],
	[inACircle, 'round'],
	[{ code: 5, cause: null }, UNKNOWN],
])('says what is known of %p', (error, description) => {
	expect(networkFailure(error)).toMatchObject({ message: FAILED, description, isFinal: false });
});

it('throws what is a bug, and not what only looks like one', () => {
	const bug = new TypeError('x is not a function');
	expect(() => networkFailure(bug)).toThrow(bug);
	const code = { code: 'ECONNRESET' };
	expect(networkFailure(Object.assign(new TypeError('fetch failed'), code)).kind).toBe('noAnswer');
});

it('says that n8n itself forbids the request', () => {
	const message = 'The request was blocked because it resolves to a restricted IP address';
	expect(networkFailure(new Error('outer', { cause: { message } }))).toMatchObject({
		kind: 'notSent',
		isFinal: true,
		message: 'n8n did not allow the request to the service',
		description: `${message}. Ask whoever runs your n8n to allow the host of the service.`,
	});
});

it.each([
	['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:3128', 'ECONNREFUSED 127.0.0.1:3128'],
	['ENOTFOUND', 'getaddrinfo ENOTFOUND proxy.example', 'ENOTFOUND proxy.example'],
	['ECONNREFUSED', '', 'ECONNREFUSED'],
])('names what could not be reached, such as a proxy: %s %s', (code, message, place) => {
	const cause = Object.assign(new Error(message), { code });
	for (const error of [new Error('n8n', { cause }), inOlderN8n(code, message)]) {
		expect(networkFailure(error).description).toMatch(new RegExp(`proxy.* \\(${place}\\)$`));
	}
});
