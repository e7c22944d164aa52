import { networkFailure } from '../../../nodes/shared/networkFailure';

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
