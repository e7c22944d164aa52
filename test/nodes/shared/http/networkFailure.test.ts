import { networkFailure } from '../../../../nodes/shared/http/networkFailure';

const NOT_FOUND = 'The host of the service was not found';
const REFUSED = 'The host of the service refused the connection';
const CERTIFICATE = 'The certificate of the service could not be verified';
const IN_TIME = 'The service did not respond in time';
const BROKE_OFF = 'The connection to the service broke off';
const FAILED = 'The request to the service failed';

const CODES: Array<[kind: string, isFinal: boolean, message: string, codes: string[]]> = [
	['notSent', false, NOT_FOUND, ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME']],
	[
		...(['notSent', false, REFUSED] as const),
		['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'],
	],
	[
		...(['notSent', true, CERTIFICATE] as const),
		[
			...['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
			...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_TLS_HANDSHAKE_TIMEOUT', 'EPROTO', 'INVALID_CA'],
			...['ERR_SSL_WRONG_VERSION_NUMBER', 'HOSTNAME_MISMATCH'],
		],
	],
	[
		...(['noAnswer', false, IN_TIME] as const),
		[
			'ECONNABORTED',
			'ETIMEDOUT',
			'ESOCKETTIMEDOUT',
			'UND_ERR_HEADERS_TIMEOUT',
			'UND_ERR_BODY_TIMEOUT',
		],
	],
	[
		...(['noAnswer', false, BROKE_OFF] as const),
		[
			...['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ERR_STREAM_PREMATURE_CLOSE', 'Z_BUF_ERROR'],
			...['ERR_BAD_RESPONSE', 'HPE_INVALID_CONSTANT'],
		],
	],
	[
		...(['noAnswer', false, FAILED] as const),
		[
			...['ESOMETHING', 'XENOTFOUND', 'ENOTFOUND2', 'XECONNREFUSED', 'ECONNREFUSED2', 'XERR_TLS'],
			...['XEPROTO', 'EPROTO2', 'HOSTNAME_MISMATCH2', 'ETIMEDOUT2', 'XECONNRESET', 'ECONNRESET2'],
		],
	],
];
const CASES = CODES.flatMap(([kind, isFinal, message, codes]) =>
	codes.map((code) => ({ code, kind, isFinal, message })),
);

const withCode = (code: string, more: object = {}) =>
	new Error('n8n', { cause: Object.assign(new Error('x'), { code, ...more }) });
/** What a NodeApiError of n8n 1.x to 2.30 is: no cause, the code in `httpCode`, no `syscall`. */
const inOlderN8n = (code: string, original = '') =>
	Object.assign(new Error('Perhaps it is offline'), {
		name: 'NodeApiError',
		cause: undefined,
		httpCode: code,
		messages: [original],
	});

it.each(CASES)('$code is $kind: $message', ({ code, ...expected }) => {
	for (const error of [withCode(code), inOlderN8n(code), { error: withCode(code) }]) {
		const failure = networkFailure(error);
		expect(failure).toMatchObject(expected);
		const hasAdvice = / .*\. \([A-Z0-9_]+\)$/.test(failure.description ?? '');
		expect(hasAdvice).toBe(expected.message !== FAILED);
	}
});

it.each([
	['a connection that was not made', withCode('ETIMEDOUT', { syscall: 'connect' }), 'notSent'],
	['one that was', withCode('ETIMEDOUT', { syscall: 'read' }), 'noAnswer'],
	['n8n up to 2.30', inOlderN8n('ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443'), 'notSent'],
	['n8n up to 2.30, reading', inOlderN8n('ETIMEDOUT', 'read ETIMEDOUT'), 'noAnswer'],
	['n8n up to 2.30, in doubt', inOlderN8n('ETIMEDOUT', 'AggregateError'), 'noAnswer'],
])('a timeout of %s', (_, error, kind) => {
	expect(networkFailure(error)).toMatchObject({ kind, isFinal: false });
});

it('gives the advice of the caller where there was no response in time', () => {
	expect(networkFailure(withCode('ECONNABORTED'), 'Wait.').description).toBe(
		'Wait. (ECONNABORTED)',
	);
	expect(networkFailure(withCode('ECONNRESET'), 'Wait.').description).not.toContain('Wait.');
});

it('keeps nothing of the request that the original error carries', () => {
	const config = { headers: { Authorization: 'Bearer secret' } };
	const failure = networkFailure(withCode('ECONNRESET', { config }));
	expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('secret');
	expect(failure.cause).toBeUndefined();
});

it.each<[unknown, string]>([
	[new Error('what went wrong'), 'what went wrong'],
	[{ cause: { message: 'inside' } }, 'inside'],
	...[undefined, null, 'text', {}, { message: 5 }, { code: 5, cause: null }].map(
		(error): [unknown, string] => [error, 'No reason was given.'],
	),
])('says what is known of %p', (error, description) => {
	expect(networkFailure(error)).toMatchObject({ message: FAILED, description, isFinal: false });
});

it('does not follow causes in a circle', () => {
	const error: { message: string; cause?: unknown } = { message: 'round' };
	error.cause = { error };
	expect(networkFailure(error).description).toBe('round');
});

it('throws what is a bug, and not what only looks like one', () => {
	const bug = new TypeError('x is not a function');
	expect(() => networkFailure(bug)).toThrow(bug);
	const code = { code: 'ECONNRESET' };
	expect(networkFailure(Object.assign(new TypeError('fetch failed'), code)).kind).toBe('noAnswer');
});

it.each([
	{ name: 'SsrfError', message: 'no' },
	{ name: 'Error', message: 'The request was blocked' },
	{ name: 'Error', message: 'This domain is not allowed' },
	{ name: 'Error', message: 'Access is restricted' },
])('says that n8n refused the request itself: $name, $message', (cause) => {
	expect(networkFailure(new Error('outer', { cause }))).toMatchObject({
		kind: 'notSent',
		isFinal: true,
		message: 'n8n did not allow the request to the service',
		description: `${cause.message}. Ask whoever runs your n8n to allow the host of the base URL in the credential.`,
	});
});
