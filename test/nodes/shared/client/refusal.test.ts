import { refusalOf } from '../../../../nodes/shared/client/refusal';

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
