import { refusalOf } from '../../../../nodes/shared/client/refusal';

const refusal = (changes: Partial<Parameters<typeof refusalOf>[0]> = {}) =>
	refusalOf({ status: 400, text: '', ...changes });

it.each([
	[401, /refused the API token/, /enter a valid API Token/],
	[403, /does not allow/, /Check the API Token/],
	[404, /does not know/, /base URL in the credential/],
	[410, /no longer has/, /base URL/],
	[413, /too large/, /Send less at once/],
	[429, /too many/, /Calls per Minute/],
	[300, /redirected/, /API token safe/],
	[399, /redirected/, /API token safe/],
	[500, /failed to process/, /Try again later/],
	[599, /failed to process/, /Try again later/],
	[400, /refused the request/, /Check the fields of the node/],
	[402, /refused the request/, /Check the fields of the node/],
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
	expect(error.description).toMatch(/\. It led to elsewhere\.example\. \(Status 302\)$/);
	expect(error.retryAfterMs).toBe(7_000);
	expect(refusal().retryAfterMs).toBeUndefined();
});

const CHECK = 'Check the fields of the node.';

it('has what the service said as its title, where that is short', () => {
	expect(refusalOf({ status: 400, text: '{"message":"Unknown queryName"}' })).toMatchObject({
		status: 400,
		message: 'Unknown queryName',
		description: `The service refused the request (status 400). ${CHECK}`,
	});
});

it.each([
	['{"message":"The dates are wrong","data":null}', 'The dates are wrong'],
	['{"error":{"code":7,"description":"The dates are wrong"}}', 'The dates are wrong'],
	['{"errors":[{"message":"The dates are wrong"}]}', 'The dates are wrong'],
	['{"message":["Bad startDate","Bad endDate"]}', 'Bad startDate, Bad endDate'],
	['{"message":"Not valid","errors":[{"message":"startDate"}]}', 'Not valid: startDate'],
	['The dates are wrong', 'The dates are wrong'],
])('finds the words in %s', (text, message) => {
	expect(refusalOf({ status: 422, text }).message).toBe(message);
});

it.each([
	['nothing was said', '', `${CHECK} (Status 400)`],
	['it is long', 'no '.repeat(50), `${CHECK} The service said (status 400): no no`],
	[
		'it is a page',
		'<html><body>No entry</body></html>',
		`${CHECK} The service said (status 400): No`,
	],
	['it is no words', '{"x":1}', `${CHECK} The service said (status 400): {"x":1}`],
	[
		'it repeats a token',
		'Bearer abc is bad',
		`${CHECK} The service said (status 400): Bearer *****`,
	],
])('has a title of its own where %s', (_, text, description) => {
	const error = refusalOf({ status: 400, text });
	expect(error.message).toBe('The service refused the request');
	expect(error.description).toContain(description);
	expect(error.description).not.toMatch(/<|abc/);
});

it.each([401, 403, 404, 410, 413, 500, 503])('keeps the title of %i', (status) => {
	const error = refusalOf({ status, text: 'Some words' });
	expect(error.message).toMatch(/^The (service|request) /);
	expect(error.description).toContain(`The service said (status ${status}): Some words`);
});

it.each([
	[403, 'Rate limit exceeded'],
	[400, '{"error":{"code":"RATE_LIMIT_EXCEEDED"}}'],
	[503, 'too many requests'],
	[400, 'Quota exceeded for today'],
])('knows too many calls by their words: %i %s', (status, text) => {
	expect(refusalOf({ status, text })).toMatchObject({
		status: 429,
		message: 'The service is receiving too many requests',
		description: expect.stringContaining(`(status ${status})`) as string,
	});
});

it('knows them by Retry-After, and only by that of a status that may mean them', () => {
	expect(refusalOf({ status: 503, text: '', retryAfterMs: 0 }).status).toBe(429);
	expect(refusalOf({ status: 500, text: 'rate limit', retryAfterMs: 0 }).status).toBe(500);
	expect(refusalOf({ status: 400, text: 'The limit is too high' }).status).toBe(400);
});
