import { refusalOf, saidText, wordsIn } from '../../../../nodes/shared/http/refusal';

const refusal = (changes: Partial<Parameters<typeof refusalOf>[0]> = {}) =>
	refusalOf({ status: 400, text: '', ...changes });

it.each([
	[202, /file is not ready yet/, /Try again later/],
	[204, /file is not ready yet/, /Try again later/],
	[401, /refused the API token/, /enter a valid API Token/],
	[403, /does not allow/, /Check the API Token/],
	[404, /has nothing at this address/, /base URL in the credential/],
	[410, /no longer has/, /base URL/],
	[413, /too large/, /Send less at once/],
	[429, /too many/, /Calls per Minute/],
	[300, /redirected/, /API token safe/],
	[399, /redirected/, /API token safe/],
	[500, /failed to process/, /Try again later/],
	[599, /failed to process/, /Try again later/],
	[400, /refused the request/, /Check the fields of the node/],
	[499, /refused the request/, /Check the fields of the node/],
])('status %i: says what happened and what to do', (status, message, advice) => {
	const error = refusal({ status });
	expect(error).toMatchObject({ kind: 'refused', status });
	expect(error.message).toMatch(message);
	expect(error.description).toMatch(advice);
	expect(error.description).toMatch(new RegExp(`\\. \\(Status ${status}\\)$`));
});

it('gives the advice of the endpoint instead of its own', () => {
	const advice = { 404: 'Check the job ID.' };
	expect(refusal({ status: 404, advice }).description).toBe('Check the job ID. (Status 404)');
	expect(refusal({ status: 403, advice }).description).toMatch(/API Token/);
});

it('names the host of a redirect, and keeps the time to wait', () => {
	const error = refusal({ status: 302, redirectedTo: 'elsewhere.example', retryAfterMs: 7_000 });
	expect(error.description).toMatch(/\. It points to elsewhere\.example\. \(Status 302\)$/);
	expect(error.retryAfterMs).toBe(7_000);
	expect(refusal().retryAfterMs).toBeUndefined();
});

const CHECK = 'Check the fields of the node.';

it.each([
	['Unknown queryName', 'Unknown queryName'],
	['{"message":"Not valid","errors":[{"message":"startDate"}]}', 'Not valid: startDate'],
])('has what the service said as its title, where that is short: %s', (text, message) => {
	const description = `The service refused the request (status 422). ${CHECK}`;
	expect(refusal({ status: 422, text })).toMatchObject({ message, description });
});

it.each([
	['nothing was said', '', '(Status 400)'],
	['it is long', 'no '.repeat(50), 'The service said (status 400): no no'],
	['it is a page', '<html><body>No entry</body></html>', 'The service said (status 400): No entry'],
	['it is no words', '{"x":1}', 'The service said (status 400): {"x":1}'],
	['it repeats a token', 'Bearer abc is bad', 'The service said (status 400): Bearer *****'],
])('has a title of its own where %s', (_, text, said) => {
	const { message, description } = refusal({ text });
	expect(message).toBe('The service refused the request');
	expect(description).toContain(`${CHECK} ${said}`);
	expect(description).not.toMatch(/<|abc/);
});

it.each([401, 403, 404, 410, 413, 500, 503])('keeps the title of %i', (status) => {
	const error = refusalOf({ status, text: 'Some words' });
	expect(error.message).toMatch(/^The (service|request) /);
	expect(error.description).toContain(`The service said (status ${status}): Some words`);
});

const RATE_LIMIT = '{"error":{"code":"RATE_LIMIT_EXCEEDED"}}';

/** A status, what it says, how long to wait; and what it means: to a request that may be repeated, and to others. */
it.each<[number, string, number | undefined, number, number]>([
	[429, '', undefined, 429, 429],
	[403, 'Rate limit exceeded', undefined, 429, 403],
	[400, RATE_LIMIT, undefined, 429, 400],
	[503, 'too many requests', undefined, 429, 503],
	[400, 'Quota was exceeded for today', undefined, 429, 400],
	[503, 'throttled', undefined, 429, 503],
	[503, '', 0, 429, 503],
	[400, '', 7_000, 429, 400],
	[403, '', 7_000, 429, 403],
	[503, '', undefined, 503, 503],
	[400, 'The limit is too high', undefined, 400, 400],
	[400, 'Too many users in the request', undefined, 400, 400],
	[500, RATE_LIMIT, 0, 500, 500],
	[401, RATE_LIMIT, 0, 401, 401],
])('%i %s with Retry-After %p means %i, or %i', (status, text, retryAfterMs, meant, other) => {
	const meaning = (repeat: 'always' | 'ifNotReceived') =>
		refusalOf({ status, text, retryAfterMs, repeat });
	expect(meaning('always').status).toBe(meant);
	expect(meaning('ifNotReceived').status).toBe(other);
	// The status that was sent is shown all the same.
	const { message, description } = meaning('always');
	expect(`${message} ${description}`.toLowerCase()).toContain(`(status ${status})`);
});

it.each<[unknown, string[]]>([
	['  words ', ['words']],
	[' ', []],
	[7, []],
	[null, []],
	[{ description: 'why', error: 'what', other: 'no' }, ['what', 'why']],
	[{ errors: [{ message: 'a' }, { message: 'b' }], title: 'c' }, ['a, b', 'c']],
	[['a'], ['a']],
	[{ error: { reason: { detail: { text: 'deep' } } } }, ['deep']],
	[{ error: { error: { error: { error: { error: 'too deep' } } } } }, []],
])('the words in %j are %j', (value, words) => {
	expect(wordsIn(value)).toEqual(words);
});

it.each([
	['{"message":"a","error":"a"}', 'a'],
	['{"x":1}', '{"x":1}'],
	[' text ', 'text'],
	['<html><head><style>x</style></head><body>No <b>entry</b></body></html>', 'No entry'],
	['', ''],
])('what is said in %j is %j', (body, text) => {
	expect(saidText(body)).toBe(text);
});
