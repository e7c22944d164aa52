import { networkFailure } from '../../../../nodes/shared/http/networkFailure';

const ADVICE = { address: 'Check X.', silence: 'Wait longer.' };

/** What n8n 2.35 and later throw: the code and the words of Node.js are in the cause. */
function ofNewN8n(code: string | undefined, message = 'x', more: object = {}): Error {
	return new Error('n8n', { cause: Object.assign(new Error(message), { code, ...more }) });
}

/** What n8n 1.x to 2.30 throw: no cause, the code in `httpCode`, the words in `messages`. */
function ofOlderN8n(code: string | undefined, message = ''): Error {
	const error = { name: 'NodeApiError', cause: undefined, httpCode: code ?? null };
	return Object.assign(new Error('Perhaps it is offline'), error, { messages: [message] });
}

/** What the helper of the credential test throws. */
function ofCredentialTest(code: string | undefined, message = 'x'): object {
	return { error: ofNewN8n(code, message) };
}

describe.each([
	{ thrower: 'n8n 2.35 and later', errorOf: ofNewN8n },
	{ thrower: 'n8n up to 2.30', errorOf: ofOlderN8n },
	{ thrower: 'the credential test', errorOf: ofCredentialTest },
])('as $thrower throws it', ({ errorOf }) => {
	it.each([
		'ENOTFOUND',
		'EAI_AGAIN',
		'ECONNREFUSED',
		'EADDRNOTAVAIL',
		'SELF_SIGNED_CERT_IN_CHAIN',
		'UNABLE_TO_GET_ISSUER_CERT',
		'CERT_HAS_EXPIRED',
		'INVALID_CA',
		'ERR_TLS_CERT_ALTNAME_INVALID',
		'HOSTNAME_MISMATCH',
	])('%s: the service cannot have received the request', (code) => {
		const failure = networkFailure(errorOf(code), ADVICE);
		expect(failure.kind).toBe('notSent');
		expect(failure.description).toContain(`${code}. Check X.`);
	});

	it.each([
		'ECONNABORTED',
		'ESOCKETTIMEDOUT',
		'HPE_INVALID_CONSTANT',
		'ECONNRESET',
		'EPIPE',
		'EPROTO',
		'ERR_SSL_BAD_RECORD_TYPE',
		'Z_DATA_ERROR',
		undefined,
	])('%s: the service may have received the request', (code) => {
		expect(networkFailure(errorOf(code), {}).kind).toBe('noAnswer');
	});

	it.each(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'])(
		'%s only means that nothing was received while connecting',
		(code) => {
			expect(networkFailure(errorOf(code, `connect ${code} 10.0.0.1:443`), {}).kind).toBe(
				'notSent',
			);
			expect(networkFailure(errorOf(code, `read ${code}`), {}).kind).toBe('noAnswer');
		},
	);

	it.each([
		'write EPROTO 140:error:SSL',
		'Client network socket disconnected before secure TLS connection was established',
		'Proxy connection ended before receiving CONNECT response',
		'The request was blocked because it resolves to a restricted address',
	])('%s: the service cannot have received the request', (text) => {
		expect(networkFailure(errorOf(undefined, text), {}).kind).toBe('notSent');
	});
});

it.each([
	{ code: 'ECONNABORTED', message: 'timeout of 1000ms exceeded' },
	{ code: 'ESOCKETTIMEDOUT', message: 'x' },
])('says how to wait longer after a time-out: $code, $message', ({ code, message }) => {
	expect(networkFailure(ofNewN8n(code, message), ADVICE).description).toContain(ADVICE.silence);
});

it.each([
	{ code: 'ENOTFOUND' },
	{ code: 'ECONNRESET' },
	{ code: 'ETIMEDOUT', message: 'connect ETIMEDOUT 10.0.0.1:443' },
	{ message: 'The request was blocked because it resolves to a restricted address' },
])('does not say so where that cannot help: $code $message', ({ code, message }) => {
	const { description } = networkFailure(ofNewN8n(code, message), ADVICE);
	expect(description).not.toContain(ADVICE.silence);
	expect(description).toContain(ADVICE.address);
});

it.each([
	{ code: 'CERT_HAS_EXPIRED', isFinal: true },
	{ code: 'ERR_TLS_CERT_ALTNAME_INVALID', isFinal: true },
	{ message: 'The request was blocked because it resolves to a restricted address', isFinal: true },
	{ code: 'ENOTFOUND', isFinal: false },
])('another try would end in the same way: $isFinal, for $code $message', (row) => {
	const { code, message, isFinal } = row;
	const failure = networkFailure(ofNewN8n(code, message), {});
	expect(failure.isFinal).toBe(isFinal);
	expect(failure.description.includes('Try again')).toBe(!isFinal);
});

it('knows by the system call that no connection was made', () => {
	const failed = (syscall: string) => networkFailure(ofNewN8n('ETIMEDOUT', 'x', { syscall }), {});
	expect(failed('connect').kind).toBe('notSent');
	expect(failed('read').kind).toBe('noAnswer');
});

it('quotes nothing but the words of Node.js, since n8n may quote the token', () => {
	const { message, description } = networkFailure(
		ofNewN8n('ECONNRESET', 'Bearer secret-token'),
		{},
	);
	expect(`${message} ${description}`).not.toContain('secret-token');
});

it('says of a bug that it is one of this side, which another try would only repeat', () => {
	const failure = networkFailure(new TypeError('x is undefined'), {});
	expect(failure).toMatchObject({ kind: 'noAnswer', isFinal: true, description: 'x is undefined' });
	expect(failure.message).toContain('n8n failed to send the request');
});
