import { errorText, refusalOf, wrongServer } from '../../../../nodes/shared/http/refusal';

const ADVICE = {
	address: 'Check the address.',
	token: 'Enter a token.',
	permission: 'Check the account.',
	rateLimit: 'Call less.',
	refused: 'Check the fields.',
};

const refusal = (changes: Partial<Parameters<typeof refusalOf>[0]> = {}) =>
	refusalOf({ status: 400, body: '', advice: ADVICE, ...changes });

const FAILED = 'The service failed to process the request';
const TOKEN = 'The service refused the API token';
const PERMISSION = 'The service does not allow this with your API token';
const ADDRESS = 'The service has nothing at this address';
const PACE = 'The service is receiving too many requests';
const PROXY = 'A proxy or the network of n8n refused the request';
const REFUSED = 'The service refused the request';
const NOT_FROM_SERVICE = 'The response did not come from the service';

it.each([
	{ status: 202, message: 'The result is not ready yet', advice: 'Try again later.' },
	{
		status: 300,
		message: 'The service redirected the request to another address',
		advice: 'It was not followed, to keep the API token safe. Check the address.',
	},
	{ status: 401, message: TOKEN, advice: 'Enter a token.' },
	{ status: 403, message: PERMISSION, advice: 'Check the account.' },
	{ status: 404, message: ADDRESS, advice: 'Check the address.' },
	{ status: 407, message: PROXY, advice: 'It did not reach the service. Ask the administrator' },
	{
		status: 413,
		message: 'The request is too large for the service',
		advice: 'Send less at once.',
	},
	{ status: 429, message: PACE, advice: 'Call less.' },
	{ status: 500, message: FAILED, advice: 'Try again later.' },
	{ status: 400, message: REFUSED, advice: 'Check the fields.' },
])('$status: "$message", with what to do and what was said, without tokens', (row) => {
	const { status, message, advice } = row;
	const said = refusal({ status, body: 'Some Bearer abc' });
	expect(said).toMatchObject({ kind: 'refused', status, message, isFinal: false });
	expect(said.description.startsWith(advice)).toBe(true);
	expect(said.description.endsWith('Some Bearer *****')).toBe(true);
	const { description } = refusal({ status, body: '' });
	expect(description.endsWith(`(Status ${status})`)).toBe(true);
});

it.each([
	{ body: 'No', status: 502, speaker: 'The service said (status 502): No' },
	{ body: { message: 'No' }, status: 503, speaker: 'The service said (status 503): No' },
	{ body: 'No', status: 407, speaker: 'The proxy said (status 407): No' },
	...[407, 502].map((status) => ({
		body: '<html><title>No</title></html>',
		status,
		speaker: `The response is a web page (status ${status}): No`,
	})),
])('the words of $status are those of whoever said them: $speaker', ({ body, status, speaker }) => {
	const { description } = refusal({ body, status });
	expect(description.endsWith(speaker)).toBe(true);
});

describe('a refusal that the service passes on from a server behind it', () => {
	const PASSED_ON = 'Request failed with status code';

	it.each([
		{ status: 500, said: `${PASSED_ON} 401`, means: 401, message: TOKEN, delivery: 'notSent' },
		{
			status: 502,
			said: ` ${PASSED_ON} 403\n`,
			means: 403,
			message: PERMISSION,
			delivery: 'notSent',
		},
		{ status: 500, said: `${PASSED_ON} 503`, means: 503, message: FAILED, delivery: 'unknown' },
		// Only as a failure, and in these words alone.
		{ status: 499, said: `${PASSED_ON} 401`, means: 499, message: REFUSED, delivery: 'notSent' },
		{ status: 500, said: `${PASSED_ON} 401.`, means: 500, message: FAILED, delivery: 'unknown' },
		{ status: 500, said: `No: ${PASSED_ON} 401`, means: 500, message: FAILED, delivery: 'unknown' },
	])(
		'$status with the words "$said" means $means',
		({ status, said, means, message, delivery }) => {
			for (const body of [said, JSON.stringify({ message: said }), { reason: said }]) {
				const error = refusal({ status, body });
				expect(error).toMatchObject({ status: means, message, delivery });
				expect(error.description.endsWith(`said (status ${status}): ${said.trim()}`)).toBe(true);
			}
		},
	);
});

describe('a refusal that did not come from the service', () => {
	const PAGE = '<!doctype html><html><head><title>Blocked by policy</title></head></html>';

	it.each([400, 401, 451])('is told by its page, whatever the status: %i', (status) => {
		const error = refusal({ status, body: PAGE });
		expect(error).toMatchObject({ status, message: NOT_FROM_SERVICE, delivery: 'notSent' });
		expect(error.description).toMatch(
			/^If n8n uses a proxy, .* Check the address\. .*: Blocked by policy$/,
		);
	});

	it.each([
		{ status: 404, message: ADDRESS },
		{ status: 413, message: 'The request is too large for the service' },
		{ status: 429, message: PACE },
		{ status: 502, message: FAILED },
	])('keeps its own words where a page changes nothing: $status', ({ status, message }) => {
		expect(refusal({ status, body: PAGE }).message).toBe(message);
	});

	it('is one of the service if it is JSON, even with a page in it', () => {
		expect(refusal({ status: 403, body: { message: PAGE } }).message).toBe(PERMISSION);
		expect(refusal({ status: 403, body: JSON.stringify(PAGE) }).message).toBe(PERMISSION);
	});

	it('may be one of a server that has HTTP/2 alone', () => {
		const body = 'Missing ALPN Protocol, expected `h2` to be available.';
		expect(refusal({ status: 403, body })).toMatchObject({
			message: 'The server does not accept HTTP/1.1, the only version that n8n speaks',
			description: expect.stringContaining('Check the address.') as string,
		});
	});
});

describe('a wait that the service asks for', () => {
	const MINUTE = 60_000;
	it.each([
		{ status: 429, retryAfterMs: 30 * MINUTE },
		{ status: 503, retryAfterMs: MINUTE },
		// Nobody sends this again, so nobody waits.
		{ status: 400, retryAfterMs: 60 * MINUTE },
	])('of $retryAfterMs ms after $status changes nothing', ({ status, retryAfterMs }) => {
		const error = refusal({ status, retryAfterMs });
		expect(error).toMatchObject({ retryAfterMs, isFinal: false });
		expect(error.message).not.toContain('wait');
	});

	it.each([
		{ status: 429, retryAfterMs: 31 * MINUTE, message: `${PACE} and asks to wait 31 minutes` },
		{ status: 429, retryAfterMs: 120 * MINUTE, message: `${PACE} and asks to wait 2 hours` },
		{ status: 503, retryAfterMs: 60 * MINUTE, message: `${FAILED} and asks to wait 60 minutes` },
		{ status: 429, retryAfterMs: Infinity, message: `${PACE} and asks to wait more than 30 days` },
	])('of $retryAfterMs ms after $status is too long', ({ status, retryAfterMs, message }) => {
		expect(refusal({ status, retryAfterMs })).toMatchObject({ message, isFinal: true });
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

	it('shows the address only where it may be wrong', () => {
		expect(refusal({ status: 405, url }).description).toBe(
			`Check the address. ${CALLED} (Status 405)`,
		);
		expect(refusal({ status: 400, url }).description).toBe('Check the fields. (Status 400)');
	});

	it('names the host of a redirect that was not followed', () => {
		const { description } = refusal({ status: 302, redirectedTo: 'elsewhere.example' });
		expect(description).toContain('It points to elsewhere.example. (Status 302)');
	});

	it('blames the other host for what it refuses', () => {
		const { description } = refusal({ status: 404, url, otherHost: 'x.example' });
		expect(description).toBe(
			'Try again later. If it happens every time, ask the support of the service. x.example said (status 404): nothing',
		);
	});

	it('says nothing about a job where the gateway knows no such path, which no other try changes', () => {
		const advice = { ...ADVICE, 404: 'Check the job ID.' };
		const body = 'no Route matched with those values';
		const error = refusal({ status: 404, advice, body });
		expect(error.isFinal).toBe(true);
		expect(error.description).toBe(`Check the address. The service said (status 404): ${body}`);
	});
});

it.each([
	{
		what: 'a page',
		body: '<html><title>Sign in</title></html>',
		description:
			/^It is not JSON: Sign in\. Check the address\. .* If n8n uses a proxy, or its network has a sign-in page/,
	},
	{ what: 'a text', body: 'OK', description: /^It is not JSON: OK\. Check .* example\.com\/a\.$/ },
	{
		what: 'other JSON',
		body: { ok: 'Hi.' },
		description: /^It has neither data nor status: ok: Hi\. Check .* example\.com\/a\.$/,
	},
])(
	'a success that any web server might send is not from the service: $what',
	({ body, description }) => {
		const error = wrongServer({ status: 200, url: 'https://example.com/a', body, advice: ADVICE });
		expect(error).toMatchObject({ kind: 'badAnswer', message: NOT_FROM_SERVICE });
		expect(error.description).toMatch(description);
	},
);

it.each([
	{ what: 'the same words once', body: '{"message":"a","error":"a"}', text: 'a' },
	{
		what: 'the code before its description, and nothing else',
		body: '{"description":" why ","error":"what","other":"no"}',
		text: 'what: why',
	},
	{
		what: 'all fields if none holds words',
		body: '{"message":" ","error":7,"reason":null}',
		text: 'error: 7',
	},
	{
		what: 'an object that is already parsed',
		body: { reason: { error: 'a', description: 'b' } },
		text: 'a: b',
	},
	{ what: 'a list', body: '["a",["b"]]', text: 'a, b' },
	{
		what: 'five levels at most',
		body: '{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}',
		text: 'a: b: c: d: e: …',
	},
	{
		what: 'the title of a page',
		body: '<!doctype html>\n<HTML><head>\n<title> Sign in </title></head><body>Hello',
		text: 'Sign in',
	},
	{ what: 'the text of a page without a title', body: '<p>Hello</p>', text: 'Hello' },
	{
		what: 'a page in JSON as it is',
		body: '{"page":"<title>no</title>"}',
		text: 'page: <title>no</title>',
	},
	{ what: 'nothing of an empty body', body: '', text: '' },
	{ what: 'nothing of null', body: null, text: '' },
])('an error shows $what of a response', ({ body, text }) => {
	expect(errorText(body)).toBe(text);
});
