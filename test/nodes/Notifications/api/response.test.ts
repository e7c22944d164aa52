import type { ServiceError } from '../../../../nodes/shared/errors';
import {
	mayHoldResponse,
	type NotificationResponse,
	readResponse,
} from '../../../../nodes/Notifications/api/response';

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
function read(body: unknown, options: Options = {}): NotificationResponse {
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

/** A refusal in the service's own form, which alone has details about users. */
const REFUSAL = { kind: 'refused', userDetails: [] };

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
	it.each([{ reason: null }, { failed: [{ phone: '+5511900000001', reason: 'No' }] }])(
		'is accepted, and what comes with it is passed on: %j',
		(more) => {
			expect(read({ success: true, ...more })).toEqual({ status: 'accepted', response: more });
		},
	);

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
	])('says "$description" for the reason $reason', ({ reason, code, description }) => {
		const error = errorOf(reason);
		expect(error.message).toBe(`The service refused the notification${code}`);
		expect(error.description).toBe(description);
	});

	it('has no code with a phone number in its headline, which all users of a request share', () => {
		const { message } = errorOf({ error: 'invalid +55 11 91000-0001' });
		expect(message).toBe('The service refused the notification');
	});

	it('has the first 60 characters of a long code in its headline', () => {
		const { message } = errorOf({ error: 'X'.repeat(100) });
		expect(message).toBe(`The service refused the notification: ${'X'.repeat(60)}`);
	});

	it('shows what else the response has if there is no reason', () => {
		const error = thrownBy({ success: false, message: 'No', id: '', message_ids: null });
		expect(error.description).toBe('It said: No.');
	});

	it('has the details about single users apart from its description', () => {
		const details = [
			{ phone: '+5511900000001', parameter: 'name', description: 'is missing' },
			{ type: 'unknown template' },
			{ phone: '+5511900000002' },
		];
		const error = errorOf({ error: 'validation_error', details });
		expect(error.description).toBe('It said: validation_error.');
		expect(error.userDetails).toEqual([
			{ phone: '+5511900000001', text: 'name: is missing' },
			{ phone: '', text: 'unknown template' },
		]);
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
	];

	it.each(REASONS)('means that the notification was already sent: %j', (reason) => {
		expect(read({ success: false, reason })).toEqual({ status: 'alreadySent' });
	});

	it.each(REASONS)('is a refusal of several users, as it may mean any of them: %j', (reason) => {
		expect(errorOf(reason, { userCount: 2 })).toMatchObject(REFUSAL);
	});

	it.each(REASONS)('is a refusal of users without a nonce: %j', (reason) => {
		expect(errorOf(reason, { hasNonces: false })).toMatchObject(REFUSAL);
	});

	it.each(REASONS)('is a refusal if there are no Already Sent Words: %j', (reason) => {
		expect(errorOf(reason, { alreadySentWords: [] })).toMatchObject(REFUSAL);
	});
});

it.each(['', 'duplicateNonce', 'Nonce already used by another account'])(
	'a reason that is not one of Already Sent Words is always a refusal: "%s"',
	(reason) => {
		expect(errorOf(reason)).toMatchObject(REFUSAL);
		expect(errorOf(reason, { userCount: 2 })).toMatchObject(REFUSAL);
		expect(errorOf(reason, { hasNonces: false })).toMatchObject(REFUSAL);
		expect(errorOf(reason, { alreadySentWords: [] })).toMatchObject(REFUSAL);
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

	it.each(['NONCE_EXISTS', 'Duplicate key', 'This notification was sent already'])(
		'does not follow if the users have no nonce: "%s"',
		(reason) => {
			expect(errorOf(reason, { hasNonces: false }).description).not.toContain(ADVICE);
		},
	);

	it('does not follow another reason', () => {
		expect(errorOf('No credit left').description).not.toContain(ADVICE);
	});
});
