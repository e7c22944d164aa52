import {
	hasWords,
	mayHoldResponse,
	type NotificationRefusal,
	readResponse,
} from '../../../../nodes/Notifications/transport/response';

const KNOWN = ['duplicate nonce', 'nonce already exists', 'nonce already used'];

const read = (body: unknown, status = 200, hasNonces = true) =>
	readResponse(
		{ status, body, retryAfterMs: undefined },
		{ hasNonces, alreadySentWords: KNOWN },
	) as NotificationRefusal;
const refused = (reason: unknown, hasNonces = true) =>
	read({ success: false, reason }, 200, hasNonces);

it.each([200, 201, 202])('{ success: true } with %i accepts all users', (status) => {
	expect(read({ success: true }, status)).toEqual({ fields: {} });
});

it.each([{ reason: null }, { failed: [{ phone: '+5511900000001', reason: 'No' }] }])(
	'what a success says besides decides nothing, and is passed on: %j',
	(response) => {
		expect(read({ success: true, ...response })).toEqual({ fields: { response } });
	},
);

it.each([{}, { success: 'true' }, { success: 1 }, { success: 'false' }, [{ success: true }], 'OK'])(
	'%j is an unexpected response, which may have been carried out',
	(body) => {
		const error = expect.objectContaining({ kind: 'badAnswer', mayBeDone: true }) as Error;
		expect(() => read(body)).toThrow(error);
		expect(() => read(body)).toThrow('The service sent an unexpected response');
		const description = expect.stringContaining('was { "success": true }, and it sent: ') as string;
		expect(() => read(body)).toThrow(expect.objectContaining({ description }) as Error);
	},
);

it('{ success: true } with an HTTP status that refuses is that refusal, and may have been carried out', () => {
	const mayBeDone = expect.objectContaining({ kind: 'refused', mayBeDone: true }) as Error;
	expect(() => read({ success: true }, 400)).toThrow(mayBeDone);
});

it.each<[unknown, shown: string]>([
	['No credit left', 'It said: No credit left.'],
	[{ error: ' ', description: ' No credit left ' }, 'It said: No credit left.'],
	[{ error: 'E7', description: 'No credit left' }, 'It said: E7: No credit left.'],
	[{ code: 17, description: { text: 'No' } }, 'It said: 17: {"text":"No"}.'],
	[['E7'], 'It said: ["E7"].'],
	['', 'It gave no reason.'],
	[null, 'It gave no reason.'],
])('the reason %j is shown', (reason, shown) => {
	const { error, isKnownNonce } = refused(reason);
	expect(isKnownNonce).toBe(false);
	expect(error).toMatchObject({
		message: 'The service refused the notification',
		description: shown,
	});
});

it('the body of a refusal is read, unless it is of the token, or of what stands in front of the service', () => {
	const statuses = [200, 302, 400, 401, 403, 404, 429, 500, 502, 503];
	expect(statuses.filter(mayHoldResponse)).toEqual([400, 403, 404, 500]);
});

it('without a reason, what is there instead is shown; too deeply nested, it is not', () => {
	expect(read({ success: false, message: 'No' }).error.description).toBe('It said: No.');
	const deep: unknown = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
	expect(refused(deep).error.description).toBe('It said: [too deeply nested to show].');
});

it.each([
	['Nonce already used', true],
	['DUPLICATE_NONCE', true],
	['Error: nonce "already" exists!', true],
	[{ error: 'E11', description: 'The nonce already exists.' }, true],
	['duplicateNonce', false],
	['Nonces already used', false],
	[{ error: 'DUPLICATE', description: 'nonce' }, false],
	['Notification already sent to this user in the last 24 hours', false],
])(
	'%j says in one of the words of the credential that the nonce is known: %p',
	(reason, isKnown) => {
		expect(refused(reason).isKnownNonce).toBe(isKnown);
	},
);

it('no words know no nonce, nor do words without a letter', () => {
	expect([hasWords(['Nonce already used'], []), hasWords(['', '!'], ['', '-'])]).toEqual([
		false,
		false,
	]);
	expect(hasWords(['ya existe una NOTIFICACIÓN'], ['notificación'])).toBe(true);
});

it.each(['NONCE_EXISTS', 'Duplicate key', 'This notification was sent already'])(
	'"%s" may mean a known nonce, so the advice names the setting, where users have nonces',
	(reason) => {
		const setting = 'More Settings > Already Sent Words';
		expect(refused(reason).error.description).toContain(setting);
		expect(refused(reason, false).error.description).not.toContain(setting);
		expect(refused('No credit left').error.description).not.toContain(setting);
	},
);

it('a refusal with an HTTP status has its advice', () => {
	const { error } = read({ success: false, reason: 'There is no flow' }, 404);
	expect(error.description).toContain('It said: There is no flow. Check Account ID, Flow ID');
});
