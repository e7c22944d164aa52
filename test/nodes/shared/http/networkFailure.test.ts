import { networkFailure } from '../../../../nodes/shared/http/networkFailure';

const ADVICE = { address: 'Check X.', port: 'Check its port.', silence: 'Wait longer.' };

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

/** What is thrown, and by whom, for the same failure of Node.js. */
const THROWERS = [
	{ thrower: 'n8n 2.35 and later', errorOf: ofNewN8n },
	{ thrower: 'n8n up to 2.30', errorOf: ofOlderN8n },
	{ thrower: 'the credential test', errorOf: ofCredentialTest },
];

const BY_CODE = [
	{
		message: 'The host of the service was not found',
		kind: 'notSent',
		codes: ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME'],
		advice: /^Check X\. .*port.*proxy/,
	},
	{
		message: 'The host of the service refused the connection',
		kind: 'notSent',
		codes: ['ECONNREFUSED', 'EADDRNOTAVAIL'],
		advice: /^Check X\. .*port.*proxy/,
	},
	{
		message: 'The certificate of the service could not be verified',
		kind: 'notSent',
		isFinal: true,
		codes: [
			'DEPTH_ZERO_SELF_SIGNED_CERT',
			'SELF_SIGNED_CERT_IN_CHAIN',
			'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
			'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
		],
		advice: /Check X\. .*NODE_EXTRA_CA_CERTS/,
	},
	{
		message: 'The certificate of the service could not be verified',
		kind: 'notSent',
		isFinal: true,
		codes: [
			'CERT_HAS_EXPIRED',
			'INVALID_CA',
			'ERR_TLS_CERT_ALTNAME_INVALID',
			'ERR_TLS_HANDSHAKE_TIMEOUT',
			'HOSTNAME_MISMATCH',
		],
		advice: /Check X\. If it is right, ask/,
	},
	{
		message: 'The service did not respond in time',
		kind: 'noAnswer',
		codes: [
			'ECONNABORTED',
			'ETIMEDOUT',
			'ESOCKETTIMEDOUT',
			'UND_ERR_HEADERS_TIMEOUT',
			'UND_ERR_BODY_TIMEOUT',
		],
		advice: /Check X\. Wait longer\./,
	},
	{
		message: 'The connection to the service broke off',
		kind: 'noAnswer',
		codes: ['HPE_INVALID_CONSTANT', 'HPE_INVALID_HEADER_TOKEN'],
		advice: /HTTP\/1\.1.* Check X\./,
	},
	{
		message: 'The connection to the service broke off',
		kind: 'noAnswer',
		codes: [
			'ECONNRESET',
			'EPIPE',
			'EHOSTUNREACH',
			'ENETUNREACH',
			'ENETDOWN',
			'EPROTO',
			'ERR_SSL_BAD_RECORD_TYPE',
			'ERR_SSL_WRONG_VERSION_NUMBER',
			'UND_ERR_SOCKET',
			'ERR_STREAM_PREMATURE_CLOSE',
			'ERR_BAD_RESPONSE',
			'Z_BUF_ERROR',
		],
		advice: /Check X\. Or ask/,
	},
];

const FAILED_HANDSHAKES = [
	{
		what: 'https to a port for http',
		code: 'EPROTO',
		message:
			'write EPROTO 40ED6CA3A27F0000:error:0A00010B:SSL routines:tls_validate_record_header:wrong version number:',
	},
	{
		what: 'a server that hangs up',
		code: 'ECONNRESET',
		message: 'Client network socket disconnected before secure TLS connection was established',
	},
];

describe.each(THROWERS)('as $thrower throws it', ({ errorOf }) => {
	it.each(BY_CODE)('$codes: $message', ({ message, kind, isFinal = false, codes, advice }) => {
		for (const code of codes) {
			const failure = networkFailure(errorOf(code), ADVICE);
			expect(failure).toMatchObject({ kind, isFinal, message });
			expect(failure.description).toMatch(advice);
			expect(failure.description.endsWith(` (${code})`)).toBe(true);
		}
	});

	it.each([
		'ESOMETHING',
		'XENOTFOUND',
		'ENOTFOUND2',
		'XECONNREFUSED',
		'XERR_TLS',
		'XEPROTO',
		'EPROTO2',
		'HOSTNAME_MISMATCH2',
		'XECONNRESET',
		'ECONNRESET2',
	])('a request with the unknown code %s may have been received', (code) => {
		expect(networkFailure(errorOf(code), ADVICE)).toMatchObject({
			kind: 'noAnswer',
			message: 'The request to the service failed',
		});
	});

	it.each(FAILED_HANDSHAKES)(
		'no connection was made if the TLS handshake failed: $what',
		({ code, message }) => {
			expect(networkFailure(errorOf(code, message), ADVICE)).toMatchObject({
				kind: 'notSent',
				isFinal: false,
				message: 'No secure connection to the service could be made',
				description: expect.stringMatching(/^Check X\. .*https.*port/) as string,
			});
		},
	);

	it('a request may have been received if a record of TLS is damaged later, whose words are alike', () => {
		const message =
			'40BD4B00647F0000:error:0A00010B:SSL routines:tls_default_validate_record_header:wrong version number:';
		const error = errorOf('ERR_SSL_WRONG_VERSION_NUMBER', message);
		expect(networkFailure(error).kind).toBe('noAnswer');
	});

	it.each([
		'Proxy connection ended before receiving CONNECT response',
		'Invalid header from proxy CONNECT response. Got: "x"',
		'No header received from proxy CONNECT response',
	])('no connection was made if that of a proxy failed: %s', (message) => {
		expect(networkFailure(errorOf(undefined, message))).toMatchObject({
			kind: 'notSent',
			message: 'The proxy of n8n made no connection to the service',
		});
	});

	it.each([
		{ code: 'ECONNREFUSED', call: 'connect', place: 'ECONNREFUSED 127.0.0.1:3128' },
		{ code: 'ENOTFOUND', call: 'getaddrinfo', place: 'ENOTFOUND proxy.example' },
	])('what could not be reached is named: $place', ({ code, call, place }) => {
		const { description } = networkFailure(errorOf(code, `${call} ${place}`));
		expect(description.endsWith(`(${place})`)).toBe(true);
	});
});

/** Codes of a connection that was never made as well as of one that broke off. */
const AMBIGUOUS_CODES = ['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN'];

describe.each(AMBIGUOUS_CODES)('the code %s', (code) => {
	it.each([
		{ what: 'its system call', error: ofNewN8n(code, 'x', { syscall: 'connect' }) },
		{ what: 'its words', error: ofNewN8n(code, `connect ${code} 10.0.0.1:443`) },
		{
			what: 'its words in n8n up to 2.30',
			error: ofOlderN8n(code, `connect ${code} 10.0.0.1:443`),
		},
	])('is of a connection that was never made if $what says so', ({ error }) => {
		expect(networkFailure(error).kind).toBe('notSent');
	});

	it.each([
		{ what: 'its system call', error: ofNewN8n(code, 'x', { syscall: 'read' }) },
		{ what: 'its words in n8n up to 2.30', error: ofOlderN8n(code, `read ${code}`) },
		{ what: 'nothing', error: ofOlderN8n(code, 'AggregateError') },
	])('is of a connection that broke off if $what says otherwise', ({ error }) => {
		expect(networkFailure(error).kind).toBe('noAnswer');
	});
});

describe('what has no code', () => {
	const circle: { message: string; cause?: unknown } = { message: 'round' };
	circle.cause = { error: circle };
	it.each([
		{ error: new Error('what went wrong'), description: 'what went wrong' },
		{ error: { cause: { message: 'inside' } }, description: 'inside' },
		{ error: circle, description: 'round' },
		{ error: { code: 5, cause: null }, description: 'No reason was given.' },
	])('is shown in its own words: $description', ({ error, description }) => {
		const message = 'The request to the service failed';
		expect(networkFailure(error)).toMatchObject({ message, description, isFinal: false });
	});

	it('is thrown as it is if it is a bug', () => {
		const bug = new TypeError('x is not a function');
		expect(() => networkFailure(bug)).toThrow(bug);
	});

	it('is not a TypeError with the code of a connection, which is no bug', () => {
		const failed = Object.assign(new TypeError('fetch failed'), { code: 'ECONNRESET' });
		expect(networkFailure(failed).kind).toBe('noAnswer');
	});

	it('may be the protection of n8n, which forbids the request', () => {
		const message = 'The request was blocked because it resolves to a restricted IP address';
		expect(networkFailure(new Error('outer', { cause: { message } }))).toMatchObject({
			kind: 'notSent',
			isFinal: true,
			message: 'n8n did not allow the request to the service',
			description: `${message}. Ask the administrator of your n8n to allow the host of the service.`,
		});
	});
});

it.each([
	{ what: 'a host that is not found', error: ofNewN8n('ENOTFOUND') },
	{ what: 'a handshake that failed', error: ofNewN8n('EPROTO', 'write EPROTO x') },
])('an address that the user has not entered has no port to check: $what', ({ error }) => {
	const { description } = networkFailure(error, { address: 'Check Region.' });
	expect(description).toMatch(/^Check Region\. /);
	expect(description).not.toMatch(/\bport\b/);
});

describe('a download that was redirected to another host', () => {
	const fail = (error: unknown) => networkFailure(error, ADVICE, 'files.example');

	it.each([
		{ code: 'ENOTFOUND', message: 'The host files.example was not found' },
		{ code: 'ETIMEDOUT', message: 'files.example did not respond in time' },
		{ code: 'ECONNRESET', message: 'The connection to files.example broke off' },
	])('names that host, and no field: $code', ({ code, message }) => {
		const failure = fail(ofNewN8n(code));
		expect(failure.message).toBe(message);
		expect(failure.description).toContain('The service redirected the download there.');
		expect(failure.description).not.toContain('Check X.');
	});

	it('names the host that the protection of n8n forbids', () => {
		const blocked = 'The request was blocked because it resolves to a restricted IP address';
		expect(fail(new Error(blocked))).toMatchObject({
			isFinal: true,
			message: 'n8n did not allow the request to files.example',
			description: `${blocked}. The service redirected the download there. Ask the administrator of your n8n to allow files.example.`,
		});
	});
});
