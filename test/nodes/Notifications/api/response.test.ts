import type { ServiceError } from '../../../../nodes/shared/errors';
import { mayHoldResponse, readResponse } from '../../../../nodes/Notifications/api/response';

const KNOWN = 'duplicate nonce,nonce already exists,nonce already used,E7: was seen,-'.split(',');

interface Read {
	status?: number;
	hasNonces?: boolean;
	userCount?: number;
	alreadySentWords?: string[];
}

const read = (body: unknown, { status = 200, ...own }: Read = {}) => {
	const advice = { 404: 'Check Flow ID.' };
	const expected = { userCount: 1, hasNonces: true, alreadySentWords: KNOWN, advice, ...own };
	return readResponse({ url: 'http://127.0.0.1/x', status, body }, expected);
};
const refused = (reason: unknown, own: Read = {}) =>
	read({ success: false, reason }, own) as { status: 'refused'; error: ServiceError };

const BESIDES = [{ reason: null }, { failed: [{ phone: '+5511900000001', reason: 'No' }] }];
it.each(BESIDES)('%j is passed on', (more) => {
	expect(read({ success: true, ...more })).toEqual({ status: 'accepted', more });
});

const NEITHER = [{}, { success: 'true' }, { success: 1 }, [{ success: true }], 'OK'];
it.each(NEITHER)('%j is an unexpected response, which may have been carried out', (body) => {
	const error = expect.objectContaining({ kind: 'badAnswer', delivery: 'unknown' }) as Error;
	expect(() => read(body)).toThrow(error);
	expect(() => read(body)).toThrow('The service sent an unexpected response');
	const description = expect.stringContaining('was { "success": true }, and it sent: ') as string;
	expect(() => read(body)).toThrow(expect.objectContaining({ description }) as Error);
});

it('{ success: true } with an HTTP status that refuses is that refusal, and may have been carried out', () => {
	const delivery = expect.objectContaining({ kind: 'refused', delivery: 'unknown' }) as Error;
	expect(() => read({ success: true }, { status: 400 })).toThrow(delivery);
});

it.each([
	{ reason: 'No credit left', code: '', description: 'It said: No credit left.' },
	{
		reason: { error: ' ', description: ' No credit left ' },
		code: '',
		description: 'It said: No credit left.',
	},
	{
		reason: { error: 'E7', description: 'No credit left' },
		code: ': E7',
		description: 'It said: E7: No credit left.',
	},
	{
		reason: { code: 17, description: { text: 'No' } },
		code: ': 17',
		description: 'It said: text: No.',
	},
	{ reason: ['E7'], code: '', description: 'It said: E7.' },
	{
		reason: { error: 'E7', details: [], id: '', message_ids: null },
		code: ': E7',
		description: 'It said: E7.',
	},
	{ reason: { error: 131026 }, code: ': 131026', description: 'It said: error: 131026.' },
	{ reason: '', code: '', description: 'It gave no reason.' },
	{ reason: null, code: '', description: 'It gave no reason.' },
])('the reason $reason is shown, its code in the headline', ({ reason, code, description }) => {
	const message = `The service refused the notification${code}`;
	expect(refused(reason).error).toMatchObject({ message, description });
});

it('a code that contains a phone number is not in the headline, which all users of a request share', () => {
	const { message } = refused({ error: 'invalid +55 11 91000-0001' }).error;
	expect(message).toBe('The service refused the notification');
});

it('a long code is cut in the headline', () => {
	const { message } = refused({ error: 'X'.repeat(100) }).error;
	expect(message).toBe(`The service refused the notification: ${'X'.repeat(60)}`);
});

it('the body of a refusal is read, unless it is of the token, or of what stands in front of the service', () => {
	const statuses = [200, 302, 400, 401, 403, 404, 429, 500, 502, 503];
	expect(statuses.filter(mayHoldResponse)).toEqual([400, 403, 404, 500]);
});

it('without a reason, what is there instead is shown; too deeply nested, it is not', () => {
	const other = read({ success: false, message: 'No', id: '', message_ids: null });
	expect(other).toMatchObject({ error: { description: 'It said: No.' } });
	const deep: unknown = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
	expect(refused(deep).error.description).toBe('It said: …');
});

it.each([
	['Nonce already used', true],
	['DUPLICATE_NONCE', true],
	[{ error: 'E11', description: 'Nonce already exists.' }, true],
	[{ error: 'E7', description: 'Was seen' }, true],
	['', false],
	['duplicateNonce', false],
	['Nonce already used by another account', false],
])('%j is, as a whole, one of the words: %p', (reason, isKnown) => {
	expect(refused(reason).status).toBe(isKnown ? 'alreadySent' : 'refused');
	expect(refused(reason, { userCount: 2 }).status).toBe('refused');
	expect(refused(reason, { hasNonces: false }).status).toBe('refused');
	expect(refused(reason, { alreadySentWords: [] }).status).toBe('refused');
});

const LIKE_KNOWN = ['NONCE_EXISTS', 'Duplicate key', 'This notification was sent already'];
it.each(LIKE_KNOWN)('"%s" names the setting', (reason) => {
	const setting = 'these words, without commas, in the credential under More Settings > Already';
	expect(refused(reason).error.description).toContain(setting);
	expect(refused(reason, { hasNonces: false }).error.description).not.toContain(setting);
	expect(refused('No credit left').error.description).not.toContain(setting);
});
