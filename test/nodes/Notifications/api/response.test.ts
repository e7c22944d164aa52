import type { ServiceError } from '../../../../nodes/shared/errors';
import { mayHoldResponse, readResponse } from '../../../../nodes/Notifications/api/response';
import type { Result } from '../../../../nodes/Notifications/message/result';

const ALREADY_SENT_WORDS = [
	'duplicate nonce',
	'nonce already exists',
	'nonce already used',
	'E7: was seen',
	'-',
];

interface Options {
	/** Of HTTP. */
	status?: number;
	hasNonces?: boolean;
	userCount?: number;
	alreadySentWords?: string[];
}

/** Reads the response to a request, by default of one user with a nonce. */
function read(body: unknown, options: Options = {}): Result {
	const { status = 200, ...others } = options;
	const expected = {
		userCount: 1,
		hasNonces: true,
		alreadySentWords: ALREADY_SENT_WORDS,
		advice: { 404: 'Check Flow ID.' },
		...others,
	};
	return readResponse({ url: 'http://127.0.0.1/x', status, body }, expected);
}

/** The error of a refusal with this reason. */
function errorOf(reason: unknown, options: Options = {}): ServiceError {
	return thrownBy({ success: false, reason }, options);
}

const REFUSAL = {
	kind: 'refused',
	message: expect.stringMatching(/^The service refused the notification/) as string,
};

/** The error that reading the body throws. */
function thrownBy(body: unknown, options: Options = {}): ServiceError {
	try {
		read(body, options);
	} catch (error) {
		return error as ServiceError;
	}
	throw new Error('It was read without an error');
}

describe('{ success: true }', () => {
	it.each([
		{ more: { batch_id: 7, batchIds: ['b'] }, saysMore: false },
		{ more: { status: 200 }, saysMore: false },
		{ more: { failed: [], errors: {}, message: ' ', reason: null }, saysMore: false },
		{ more: { failed: [{ phone: '+5511900000001', reason: 'No' }] }, saysMore: true },
		{ more: { message: 'queued' }, saysMore: true },
		{ more: { accepted: 0 }, saysMore: true },
		{ more: { ok: false }, saysMore: true },
		{ more: { status: 500 }, saysMore: true },
	])('is accepted, and what comes with it is JSON as text: $more', ({ more, saysMore }) => {
		expect(read({ success: true, ...more })).toEqual({
			status: 'accepted',
			notificationId: null,
			messageIds: null,
			response: JSON.stringify(more),
			saysMore,
		});
	});

	it.each([
		{ more: {}, notificationId: null, messageIds: null, response: null },
		{ more: { id: '', message_ids: null }, notificationId: null, messageIds: null, response: null },
		{ more: { id: 'n', message_ids: ['m'] }, notificationId: 'n', messageIds: 'm', response: null },
		{
			more: { id: 7, message_ids: ['a', 'b'] },
			notificationId: '7',
			messageIds: 'a, b',
			response: null,
		},
		{
			more: { id: { a: 1 }, message_ids: ['a', {}] },
			notificationId: null,
			messageIds: null,
			response: '{"id":{"a":1},"message_ids":["a",{}]}',
		},
	])('of one user has its IDs as texts: $more', ({ more, ...ids }) => {
		expect(read({ success: true, ...more })).toMatchObject(ids);
	});

	it('of several users has the IDs in the response, because nobody knows whose they are', () => {
		const ids = { id: 'n', message_ids: ['m'] };
		expect(read({ success: true, ...ids }, { userCount: 2 })).toMatchObject({
			notificationId: null,
			messageIds: null,
			response: JSON.stringify(ids),
			saysMore: false,
		});
	});

	it('with an HTTP status that refuses is a refusal, but may have been carried out', () => {
		const error = thrownBy({ success: true }, { status: 400 });
		expect(error.kind).toBe('refused');
		expect(error.delivery).toBe('unknown');
	});
});

it.each([{}, { success: 'true' }, { success: 1 }, [{ success: true }], 'OK'])(
	'%j is an unexpected response, and the request may have been carried out',
	(body) => {
		const error = thrownBy(body);
		expect(error.kind).toBe('badAnswer');
		expect(error.delivery).toBe('unknown');
		expect(error.message).toBe('The service sent an unexpected response');
		expect(error.description).toContain('was { "success": true }, and it sent: ');
	},
);

describe('the error of a refusal', () => {
	it.each([
		{ reason: 'No credit left', code: ': No credit left', description: 'It said: No credit left.' },
		{
			reason: { error: ' ', description: ' No credit left ' },
			code: ': No credit left',
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
			description: 'It said: 17: No.',
		},
		{
			reason: { error: 'E7', details: [], id: '', message_ids: null },
			code: ': E7',
			description: 'It said: E7.',
		},
		{ reason: '', code: '', description: 'It gave no reason.' },
	])('says "$description" for the reason $reason', ({ reason, code, description }) => {
		const error = errorOf(reason);
		expect(error.message).toBe(`The service refused the notification${code}`);
		expect(error.description).toBe(description);
	});

	it.each([{ error: 'X'.repeat(200) }, 'X'.repeat(200)])(
		'has the first 100 characters of a long reason in its headline',
		(reason) => {
			const { message } = errorOf(reason);
			expect(message).toBe(`The service refused the notification: ${'X'.repeat(100)}…`);
		},
	);

	it.each([
		{ reason: { error: 'E7', code: 17, message: 'No' }, said: 'E7: 17: No' },
		{ reason: { title: 'Bad', message: 'No', code: 'E7' }, said: 'E7: Bad: No' },
		{ reason: { error: { message: 'No', code: 1 }, code: 400 }, said: '1: 400: No' },
		{
			reason: {
				errors: [
					{ code: 1, title: 'No' },
					{ code: 2, title: 'Nor' },
				],
			},
			said: '1: 2: No: Nor',
		},
		{ reason: { error: 'E7', hint: 'wait', left: 0 }, said: 'E7, hint: wait, left: 0' },
		{ reason: '{ "error": { "code": 17, "message": "No" } }', said: '17: No' },
	])('loses no code and no text, whatever other fields there are: $reason', ({ reason, said }) => {
		expect(errorOf(reason).description).toBe(`It said: ${said}.`);
	});

	it('has a code that stands beside the reason', () => {
		const error = thrownBy({ success: false, code: 'E7', reason: 'No credit left' });
		expect(error.message).toBe('The service refused the notification: E7');
		expect(error.description).toBe('It said: E7: No credit left.');
	});

	it('shows what else the response has if there is no reason', () => {
		const error = thrownBy({ success: false, message: 'No', id: '', message_ids: null });
		expect(error.description).toBe('It said: No.');
	});

	const DETAILS = [
		{ phone: '+5511900000001', parameter: 'name', description: 'is missing' },
		{ type: 'unknown template' },
		'paused',
		{ phone: '+5511900000002' },
	];

	it('says after its words what is wrong with each parameter', () => {
		const error = errorOf({ error: 'validation_error', details: DETAILS });
		expect(error.description).toBe(
			'It said: validation_error. name: is missing. unknown template. paused.',
		);
	});

	it('of several users says whom the details are about, by the end of the phone', () => {
		const error = errorOf({ error: 'validation_error', details: DETAILS }, { userCount: 2 });
		expect(error.description).toContain('…0001: name: is missing. unknown template. paused.');
	});

	it('has the first ten details, and counts the others', () => {
		const details = Array.from({ length: 12 }, (_, index) => ({ type: `problem ${index}` }));
		const { description } = errorOf({ error: 'validation_error', details });
		expect(description).toMatch(/problem 9\. And 2 more\.$/);
	});

	it.each([
		{ where: 'in its error', reasonWith: (error: object): unknown => ({ error }) },
		{ where: 'in a list', reasonWith: (error: object): unknown => ({ errors: [error] }) },
		{ where: 'directly', reasonWith: (error: object): unknown => error },
		{ where: 'in a text', reasonWith: (error: object): unknown => JSON.stringify({ error }) },
	])('has the details that WhatsApp gives beside its message: $where', ({ reasonWith }) => {
		// It is longer than other texts of the service may be.
		const details = `header: Format mismatch, expected IMAGE, received ${'x'.repeat(300)}`;
		const reason = reasonWith({
			message: 'Parameter format does not match',
			code: 132012,
			error_data: { details },
		});
		const error = errorOf(reason);
		expect(error.message).toBe('The service refused the notification: 132012');
		expect(error.description).toBe(`It said: 132012: Parameter format does not match. ${details}.`);
	});

	it.each([
		{ status: 400, body: {} },
		{ status: 500, body: { success: true } },
	])('has them in a body without "success": false as well: $status $body', ({ status, body }) => {
		const details = `body: number of parameters (1) does not match, expected 3 ${'x'.repeat(300)}`;
		const ofUser = { phone: '+5511900000001', description: 'has no WhatsApp' };
		const error = {
			message: 'Number of parameters does not match',
			code: 132000,
			error_data: { details },
			details: [ofUser],
		};
		const { description } = thrownBy({ ...body, error }, { status, userCount: 2 });
		expect(description).toContain(': Number of parameters does not match. body: ');
		expect(description).toContain(`${details}. …0001: has no WhatsApp.`);
		expect(description).not.toContain('+5511900000001');
	});

	it('shows nothing of a reason that is nested too deeply', () => {
		const deep: unknown = JSON.parse('['.repeat(500_000) + ']'.repeat(500_000));
		expect(errorOf(deep).description).toBe('It said: …');
	});
});

it('the body of a refusal is read, unless its HTTP status is about the token, the rate limit or a gateway', () => {
	const statuses = [200, 302, 400, 401, 403, 404, 429, 500, 502, 503];
	expect(statuses.filter(mayHoldResponse)).toEqual([400, 403, 404, 500]);
});

describe('a reason that is, as a whole, one of Already Sent Words', () => {
	const REASONS = [
		'Nonce already used',
		'DUPLICATE_NONCE',
		{ error: 'E11', description: 'Nonce already exists.' },
		{ error: 'E7', description: 'Was seen' },
		{ error: { code: 'E7_WAS_SEEN' } },
	];

	it.each(REASONS)('means that the notification was already sent: %j', (reason) => {
		expect(read({ success: false, reason })).toEqual({
			status: 'alreadySent',
			reason: 'The service already has a notification with this nonce',
		});
	});

	it.each(REASONS)('is a refusal if that is not certain: %j', (reason) => {
		// It may mean any of several users.
		expect(errorOf(reason, { userCount: 2 })).toMatchObject(REFUSAL);
		expect(errorOf(reason, { hasNonces: false })).toMatchObject(REFUSAL);
		expect(errorOf(reason, { alreadySentWords: [] })).toMatchObject(REFUSAL);
	});
});

it.each(['', 'duplicateNonce', 'Nonce already used by another account'])(
	'a reason that is not one of Already Sent Words is always a refusal: "%s"',
	(reason) => {
		expect(errorOf(reason)).toMatchObject(REFUSAL);
	},
);

describe('the advice to add the words to Already Sent Words', () => {
	const ADVICE = 'these words, without commas, in the credential under More Settings > Already';

	it.each(['NONCE_EXISTS', 'Duplicate key', 'This notification was sent already'])(
		'follows a reason that may mean that the notification was already sent: "%s"',
		(reason) => {
			expect(errorOf(reason).description).toContain(ADVICE);
		},
	);

	it('does not follow another reason, or one for users without a nonce', () => {
		expect(errorOf('No credit left').description).not.toContain(ADVICE);
		expect(errorOf('NONCE_EXISTS', { hasNonces: false }).description).not.toContain(ADVICE);
	});
});
