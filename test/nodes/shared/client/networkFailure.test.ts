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

it('keeps nothing of the request that the original error carries', () => {
	const { failure } = failing('ECONNRESET', {
		config: { headers: { Authorization: 'Bearer secret' } },
	});
	expect(JSON.stringify({ ...failure, message: failure.message })).not.toContain('secret');
	expect(failure.cause).toBeUndefined();
});
