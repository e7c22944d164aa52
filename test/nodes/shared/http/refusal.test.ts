import { quoteOf, refusalOf, wrongServer } from '../../../../nodes/shared/http/refusal';

const ADVICE = {
	address: 'Check the address.',
	token: 'Enter a token.',
	permission: 'Check the account.',
	rateLimit: 'Call less.',
	refused: 'Check the fields.',
};

const refusal = (changes: Partial<Parameters<typeof refusalOf>[0]> = {}) =>
	refusalOf({ url: 'https://example.com', status: 400, body: '', advice: ADVICE, ...changes });

it.each([
	{ status: 202, message: 'The result is not ready yet', advice: 'Try again later.' },
	{
		status: 300,
		message: 'The service redirected the request to another address',
		advice: 'Check the address.',
	},
	{ status: 401, message: 'The service refused the API token', advice: 'Enter a token.' },
	{
		status: 403,
		message: 'The service does not allow this with your API token',
		advice: 'Check the account.',
	},
	{ status: 404, message: 'The service has nothing at this address', advice: 'Check the address.' },
	{
		status: 407,
		message: 'A proxy or the network of n8n refused the request',
		advice: 'Ask the administrator of your n8n',
	},
	{ status: 429, message: 'The service is receiving too many requests', advice: 'Call less.' },
	{ status: 500, message: 'The service failed to process the request', advice: 'Try again later.' },
	{ status: 400, message: 'The service refused the request', advice: 'Check the fields.' },
])(
	'a $status says what happened, what to do and what was said, without tokens',
	({ status, message, advice }) => {
		const said = refusal({ status, body: 'Some Bearer abc' });
		expect(said).toMatchObject({ kind: 'refused', status, message });
		expect(said.description.startsWith(advice)).toBe(true);
		expect(said.description.endsWith(`(status ${status}): Some Bearer *****`)).toBe(true);
		expect(refusal({ status, body: '' }).description.endsWith(`(Status ${status})`)).toBe(true);
	},
);

describe('a refusal that the service passes on from a server behind it', () => {
	const PASSED_ON = 'Request failed with status code';

	it.each([
		{ status: 502, said: ` ${PASSED_ON} 403\n`, means: 403, delivery: 'notDone' },
		{ status: 500, said: `${PASSED_ON} 503`, means: 503, delivery: 'unknown' },
		// Only as a failure, and in these words alone.
		{ status: 499, said: `${PASSED_ON} 401`, means: 499, delivery: 'notDone' },
		{ status: 500, said: `No: ${PASSED_ON} 401`, means: 500, delivery: 'unknown' },
	])('$status with the words "$said" means $means', ({ status, said, means, delivery }) => {
		const inEnvelope = { data: null, message: said, status, code: '17', success: false, id: '' };
		for (const body of [said, JSON.stringify(inEnvelope), inEnvelope, { error: { said } }]) {
			expect(refusal({ status, body })).toMatchObject({ status: means, delivery });
		}
	});

	it.each(['reason', 'note', 'status'])('is none if the response says more in %s', (name) => {
		const body = { message: `${PASSED_ON} 401`, data: { [name]: 'It was sent.' } };
		expect(refusal({ status: 500, body })).toMatchObject({ status: 500, delivery: 'unknown' });
	});
});

describe('the advice', () => {
	const url = 'https://api.example.com:8443/a/b?c=d';
	const CALLED = 'The address called was api.example.com:8443/a/b.';

	it('for a status comes before all other advice', () => {
		const advice = { ...ADVICE, 404: 'Check the job ID.' };
		const { description } = refusal({ status: 404, advice, url });
		expect(description).toBe(`Check the job ID. ${CALLED} (Status 404)`);
	});

	it('does not show the address where it cannot be wrong', () => {
		expect(refusal({ status: 400, url }).description).not.toContain(CALLED);
	});
});

it.each([
	{ what: 'a page', body: '<html><title>Sign in</title></html>', said: 'It is not JSON: Sign in.' },
	{ what: 'other JSON', body: { ok: 'Hi' }, said: 'It has neither data nor status: Hi.' },
])('a success that any web server might send is not from the service: $what', ({ body, said }) => {
	const error = wrongServer({ status: 200, url: 'https://example.com/a', body, advice: ADVICE });
	expect(error.kind).toBe('badAnswer');
	expect(error.description).toBe(
		`${said} Check the address. The address called was example.com/a.`,
	);
});

it.each([
	{
		what: 'all of its texts and numbers in their order',
		body: '{"error":{"message":"Bad","code":131,"error_data":{"details":"expected IMAGE"}},"fbtrace":"x"}',
		text: 'Bad: 131: expected IMAGE: x',
	},
	{
		what: 'texts in lists and in JSON inside JSON, each once',
		body: { reason: ['a', '{"b":["a",{"c":"d"}]}', '"e"', '{f'], ok: true, data: null, g: ' ' },
		text: 'a: d: e: {f',
	},
	{ what: 'all of it if it has no words', body: '{"code":7}', text: '{"code":7}' },
	{ what: 'a number alone', body: 7, text: '7' },
	{ what: 'a page without its tags', body: '\n<p>Hello\n</p>', text: 'Hello' },
	{
		what: 'what stands in angle brackets, if it is no page',
		body: { message: 'Expected <day>: limit < 9 and days > 1' },
		text: 'Expected <day>: limit < 9 and days > 1',
	},
])('an error quotes $what', ({ body, text }) => {
	expect(quoteOf(body)).toBe(text);
});

it.each([
	{ what: 'an empty text', body: '' },
	{ what: 'null', body: null },
	{ what: 'a blank page', body: '<p> </p>' },
])('says nothing of $what but its status', ({ body }) => {
	expect(refusal({ body }).description).toBe('Check the fields. (Status 400)');
});

it('quotes the beginning of a list of a million texts', () => {
	const body = Array.from({ length: 1_000_000 }, (_, at) => `No ${at}`);
	expect(quoteOf(body)).toMatch(/^No 0: No 1: .*…$/);
});

it('quotes what is nested deeply', () => {
	const deep = `${'{"reason":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
	expect(quoteOf(JSON.parse(deep)).length).toBeLessThan(500);
});
