import { networkFailure } from '../../../../nodes/shared/client/networkFailure';

const failing = (code: string, more: object = {}) =>
	networkFailure(new Error('n8n', { cause: Object.assign(new Error('x'), { code, ...more }) }));

it.each([
	['ENOTFOUND', 'notSent', true, /not found/],
	['ECONNREFUSED', 'notSent', true, /refused/],
	['DEPTH_ZERO_SELF_SIGNED_CERT', 'notSent', false, /certificate/],
	['CERT_HAS_EXPIRED', 'notSent', false, /certificate/],
	['ECONNABORTED', 'noAnswer', true, /in time/],
	['ECONNRESET', 'noAnswer', true, /broke off/],
	['Z_BUF_ERROR', 'noAnswer', true, /broke off/],
	['ESOMETHING', 'noAnswer', false, /failed/],
] as const)('%s is %s', (code, kind, passing, message) => {
	const { failure, passing: isPassing } = failing(code);
	expect({ kind: failure.kind, isPassing }).toEqual({ kind, isPassing: passing });
	expect(failure.message).toMatch(message);
});

it('knows a timeout while connecting, when nothing was sent yet', () => {
	expect(failing('ETIMEDOUT', { syscall: 'connect' }).failure.kind).toBe('notSent');
	expect(failing('ETIMEDOUT').failure.kind).toBe('noAnswer');
});

/** What a NodeApiError of n8n 1.x to 2.30 is: no cause, the code in `httpCode`, no `syscall`. */
const failingInOlderN8n = (code: string, original: string) =>
	networkFailure(
		Object.assign(new Error('Perhaps it is offline'), {
			name: 'NodeApiError',
			cause: undefined,
			httpCode: code,
			messages: [original],
		}),
	);

it.each([
	['ENOTFOUND', 'getaddrinfo ENOTFOUND host', 'notSent', true, /not found/],
	['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', 'notSent', true, /refused/],
	['CERT_HAS_EXPIRED', 'certificate has expired', 'notSent', false, /certificate/],
	['ECONNABORTED', 'timeout of 300000ms exceeded', 'noAnswer', true, /in time/],
	['ECONNRESET', 'socket hang up', 'noAnswer', true, /broke off/],
	['ESOMETHING', 'something', 'noAnswer', false, /failed/],
] as const)('%s is known in n8n up to 2.30 too', (code, original, kind, passing, message) => {
	const { failure, passing: isPassing } = failingInOlderN8n(code, original);
	expect({ kind: failure.kind, isPassing }).toEqual({ kind, isPassing: passing });
	expect(failure.message).toMatch(message);
});

it('takes a timeout in n8n up to 2.30 for one while connecting only where the message says so', () => {
	const kindOf = (original: string) => failingInOlderN8n('ETIMEDOUT', original).failure.kind;
	expect(kindOf('connect ETIMEDOUT 10.0.0.1:443')).toBe('notSent');
	expect(kindOf('read ETIMEDOUT')).toBe('noAnswer');
	expect(kindOf('AggregateError')).toBe('noAnswer');
});

it('keeps nothing of the request that the original error carries', () => {
	const { failure } = failing('ECONNRESET', {
		config: { headers: { Authorization: 'Bearer secret' } },
	});
	expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('secret');
	expect(failure.cause).toBeUndefined();
});

it.each([
	['EAI_AGAIN', /not found/],
	['EAI_NODATA', /not found/],
	['EHOSTUNREACH', /refused/],
	['ENETUNREACH', /refused/],
	['EADDRNOTAVAIL', /refused/],
	['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate/],
	['ERR_TLS_CERT_ALTNAME_INVALID', /certificate/],
	['ERR_TLS_HANDSHAKE_TIMEOUT', /certificate/],
	['ERR_SSL_WRONG_VERSION_NUMBER', /certificate/],
	['EPROTO', /certificate/],
	['HOSTNAME_MISMATCH', /certificate/],
	['INVALID_CA', /certificate/],
	['ESOCKETTIMEDOUT', /in time/],
	['UND_ERR_HEADERS_TIMEOUT', /in time/],
	['UND_ERR_BODY_TIMEOUT', /in time/],
	['EPIPE', /broke off/],
	['UND_ERR_SOCKET', /broke off/],
	['ERR_STREAM_PREMATURE_CLOSE', /broke off/],
	['HPE_INVALID_CONSTANT', /broke off/],
])('has words for %s, and says what to do', (code, message) => {
	const { failure } = failing(code);
	expect(failure.message).toMatch(message);
	expect(failure.description).toMatch(new RegExp(`^\\w.{10,}\\. \\(${code}\\)$`));
});

it.each([
	'XENOTFOUND',
	'ENOTFOUND2',
	'XECONNREFUSED',
	'ECONNREFUSED2',
	'XUNABLE_TO_X',
	'XERR_TLS',
	'XERR_SSL',
	'XEPROTO',
	'EPROTO2',
	'XHOSTNAME_MISMATCH',
	'HOSTNAME_MISMATCH2',
	'XINVALID_CA',
	'INVALID_CA2',
	'XETIMEDOUT',
	'ETIMEDOUT2',
	'XECONNRESET',
	'ECONNRESET2',
])('does not take %s for a code that it knows', (code) => {
	expect(failing(code, { syscall: 'connect' }).failure.message).toMatch(/failed/);
});

it('tells a timeout while connecting from a refused connection', () => {
	const { failure, passing } = failing('ETIMEDOUT', { syscall: 'connect' });
	expect(passing).toBe(true);
	expect(failure.message).toMatch(/could not be reached in time/);
	expect(failure.description).toMatch(/base URL .* \(ETIMEDOUT\)$/);
	expect(failing('ECONNREFUSED', { syscall: 'connect' }).failure.message).toMatch(/refused/);
});

it('looks for the code in whatever the error was made of', () => {
	const cause = Object.assign(new Error('inner'), { code: 'ENOTFOUND' });
	expect(networkFailure({ error: { cause } }).failure.message).toMatch(/not found/);
	expect(networkFailure(cause).failure.message).toMatch(/not found/);
});

it('says what is known of other failures', () => {
	const unknown = (error: unknown) => networkFailure(error).failure.description;
	expect(unknown(new Error('what went wrong'))).toBe('what went wrong');
	expect(unknown({ cause: { message: 'inside' } })).toBe('inside');
	for (const error of [undefined, null, 'text', {}, { message: 5 }, { code: 5, cause: null }]) {
		expect(unknown(error)).toMatch(/^No reason/);
	}
});

it('does not follow causes in a circle', () => {
	const error: { message: string; cause?: unknown } = { message: 'round' };
	error.cause = { error };
	expect(networkFailure(error).failure.description).toBe('round');
});

it.each([
	{ name: 'SsrfError', message: 'no' },
	{ name: 'Error', message: 'The request was blocked' },
	{ name: 'Error', message: 'This domain is not allowed' },
	{ name: 'Error', message: 'Access is restricted' },
])('says that n8n refused the request itself: $name, $message', (cause) => {
	const { failure, passing } = networkFailure(new Error('outer', { cause }));
	expect({ kind: failure.kind, passing }).toEqual({ kind: 'notSent', passing: false });
	expect(failure.message).toMatch(/n8n did not allow/);
	expect(failure.description).toMatch(new RegExp(`^${cause.message}\\. Ask whoever runs`));
});
