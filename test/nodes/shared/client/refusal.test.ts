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

it.each([
	['a message', '{"message":"Too wide"}', 'Too wide'],
	['an error', '{"error":"Too wide"}', 'Too wide'],
	['a description', '{"description":"Too wide"}', 'Too wide'],
	['a detail', '{"detail":"Too wide"}', 'Too wide'],
	['a reason', '{"reason":"Too wide"}', 'Too wide'],
	['the first of several', '{"reason":"B","message":"","error":"A"}', 'A'],
	['JSON of another form', '{"reason":{"code":7}}', '{"reason":{"code":7}}'],
	['JSON that is no object', 'null', 'null'],
	['a page', '<html><body><h1>Bad  gateway</h1></body></html>', 'Bad gateway'],
	['a page with a doctype', '<!DOCTYPE x><p>Sorry', 'Sorry'],
	['text', 'x < 5 and y > 3', 'x < 5 and y > 3'],
])('shows what the service said: %s', (_, text, said) => {
	expect(refusal({ text }).description).toBe(
		`Check the fields of the node. The service said (status 400): ${said}`,
	);
});

it('shortens what was said', () => {
	expect(refusal({ text: 'x'.repeat(500) }).description).toMatch(/: x{200}…$/);
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
