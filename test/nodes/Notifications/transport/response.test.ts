import {
	hasWords,
	type NotificationResponse,
	readResponse,
	reasonTexts,
} from '../../../../nodes/Notifications/transport/response';
import type { ServiceError } from '../../../../nodes/shared/errors';

const KNOWN = ['duplicate nonce', 'nonce already exists', 'nonce already used'];

const read = (body: unknown, status = 200, hasNonces = true) =>
	readResponse(
		{ status, body, retryAfterMs: undefined },
		{ hasNonces, advice: { 404: 'Check the flow.' }, alreadySentWords: KNOWN },
	) as NotificationResponse & { error: ServiceError; isKnownNonce: boolean };
const refused = (reason: unknown, hasNonces = true) =>
	read({ success: false, reason }, 200, hasNonces);

it.each([200, 201, 202])('{ success: true } with %i accepts all users', (status) => {
	expect(read({ success: true }, status)).toEqual({ isAccepted: true, response: undefined });
});

it.each([
	{ id: 'batch-7' },
	{ reason: null },
	{ failed: [{ phone: '+5511900000001', reason: 'No' }] },
	{ results: [{ nonce: 'a', success: false }] },
])('what a success says besides decides nothing, and is passed on: %j', (response) => {
	expect(read({ success: true, ...response })).toEqual({ isAccepted: true, response });
});

const NO_SUCCESS = [{}, { success: 'true' }, { success: 1 }, { success: 'false' }, { success: {} }];

it.each([...NO_SUCCESS, [], [{ success: true }], 'OK', null])(
	'%j is an unexpected response, which may have been carried out',
	(body) => {
		const error = expect.objectContaining({ kind: 'badAnswer', mayBeDone: true }) as Error;
		expect(() => read(body)).toThrow(error);
		expect(() => read(body)).toThrow('The service sent an unexpected response');
	},
);

it('{ success: true } with an HTTP status that refuses is that refusal', () => {
	expect(() => read({ success: true }, 400)).toThrow('The service refused the request');
});

it.each<[unknown, shown: string]>([
	['No credit left', 'It said: No credit left.'],
	[{ error: 'E7', description: 'No credit left' }, 'It said: E7: No credit left.'],
	[{ error: 17, description: 'No credit left' }, 'It said: 17: No credit left.'],
	[{ code: 'E7', message: 'No' }, 'It said: {"code":"E7","message":"No"}.'],
	[
		{ error: 'E7', description: { text: 'No' } },
		'It said: {"error":"E7","description":{"text":"No"}}.',
	],
	['', 'It gave no reason.'],
	[null, 'It gave no reason.'],
	[undefined, 'It gave no reason.'],
])('the reason %j is shown', (reason, shown) => {
	const { isAccepted, error, isKnownNonce } = refused(reason);
	expect([isAccepted, isKnownNonce]).toEqual([false, false]);
	expect(error).toMatchObject({
		message: 'The service refused the notification',
		description: shown,
	});
});

it('without a reason, what is there instead is shown; too deeply nested, it is not', () => {
	const { error } = read({ success: false, message: 'No' });
	expect(error.description).toBe('It said: {"message":"No"}.');
	const deep: unknown = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
	expect(reasonTexts(deep)).toEqual(['[too deeply nested to show]']);
});

it.each([
	['Nonce already used', true],
	['DUPLICATE_NONCE', true],
	['Error: nonce "already" exists!', true],
	[{ error: 'E11', description: 'The nonce already exists.' }, true],
	[{ error: 'DUPLICATE_NONCE', description: 'Already created' }, true],
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
	expect(error.description).toBe('It said: There is no flow. Check the flow.');
});
