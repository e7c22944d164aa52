import { refusalOf, saidText } from '../../../../nodes/shared/http/refusal';

const refusal = (changes: Partial<Parameters<typeof refusalOf>[0]> = {}) =>
	refusalOf({ status: 400, text: '', ...changes });

const REDIRECTED = 'The service redirected the request to another address';
const NOT_YET = 'The result is not ready yet';
const FAILED = 'The service failed to process the request';
const REFUSED = 'The service refused the request';
const CHECK = 'Check the fields of the node.';
const BASE_URL = 'Check the base URL in the credential.';
const NOT_FOLLOWED = `It was not followed, to keep the API token safe. ${BASE_URL}`;

describe('says what happened and what to do', () => {
	it.each([
		[202, NOT_YET, 'Try again later.'],
		[300, REDIRECTED, NOT_FOLLOWED],
		[401, 'The service refused the API token', 'Open the credential and enter a valid API Token.'],
		[403, 'The service does not allow this with your API token', 'Check the API Token in the'],
		[404, 'The service has nothing at this address', BASE_URL],
		[408, FAILED, 'Try again later.'],
		[413, 'The request is too large for the service', 'Send less at once.'],
		[429, 'The service is receiving too many requests', 'Lower Calls per Minute in the credential'],
		[500, FAILED, 'Try again later.'],
		[400, REFUSED, CHECK],
		[499, REFUSED, CHECK],
	])('with status %i, whatever the service says', (status, message, advice) => {
		for (const [text, said] of [
			['', `(Status ${status})`],
			['Some Bearer abc', `The service said (status ${status}): Some Bearer *****`],
		] as const) {
			const error = refusal({ status, text });
			expect(error).toMatchObject({ kind: 'refused', status, message });
			expect(error.description?.startsWith(advice)).toBe(true);
			expect(error.description?.endsWith(said)).toBe(true);
		}
	});

	it('by the advice of the endpoint instead of its own', () => {
		const advice = { 404: 'Check the job ID.' };
		expect(refusal({ status: 404, advice }).description).toBe('Check the job ID. (Status 404)');
		expect(refusal({ status: 403, advice }).description).toMatch(/API Token/);
	});

	it('by the host of a redirect, and keeps the time to wait', () => {
		const error = refusal({ status: 302, redirectedTo: 'elsewhere.example', retryAfterMs: 7_000 });
		const description = `${NOT_FOLLOWED} It points to elsewhere.example. (Status 302)`;
		expect(error).toMatchObject({ description, retryAfterMs: 7_000 });
		expect(refusal().retryAfterMs).toBeUndefined();
	});
});

it.each([
	['{"message":"a","error":"a"}', 'a'],
	['{"description":" why ","error":"what","other":"no"}', 'what: why'],
	['{"message":["a"],"error":{"code":7}}', '["a"]: {"code":7}'],
	['{"message":" ","error":7,"reason":null}', '{"message":" ","error":7,"reason":null}'],
	['["a"]', '["a"]'],
	['<!doctype html>\n<HTML><head>\n<title> Sign in </title></head><body>Hello', 'Sign in'],
	['{"page":"<title>no</title>"}', '{"page":"<title>no</title>"}'],
	['', ''],
])('what is said in %j is %j', (body, text) => {
	expect(saidText(body)).toBe(text);
});
