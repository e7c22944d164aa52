import {
	addressAdvice,
	refusalOf,
	saidText,
	TOKEN_PLACE,
} from '../../../../nodes/shared/http/refusal';

const refusal = (changes: Partial<Parameters<typeof refusalOf>[0]> = {}) =>
	refusalOf({ status: 400, body: '', ...changes });

const REDIRECTED = 'The service redirected the request to another address';
const NOT_YET = 'The result is not ready yet';
const FAILED = 'The service failed to process the request';
const REFUSED = 'The service refused the request';
const TOKEN = 'The service refused the API token';
const ADDRESS = 'The service has nothing at this address';
const PACE = 'The service is receiving too many requests';
const CHECK = 'Check the fields of the node.';
const REGION = 'Check Region or the base URL in the credential.';
const NOT_FOLLOWED = `It was not followed, to keep the API token safe. ${REGION}`;
const PASSED_ON = 'Request failed with status code';

describe('says what happened and what to do', () => {
	it.each([
		[202, NOT_YET, 'Try again later.'],
		[300, REDIRECTED, NOT_FOLLOWED],
		[401, TOKEN, `Enter a valid API Token in the credential. ${TOKEN_PLACE}`],
		[403, 'The service does not allow this with your API token', 'Check the API Token in the'],
		[404, ADDRESS, REGION],
		[408, FAILED, 'Try again later.'],
		[413, 'The request is too large for the service', 'Send less at once.'],
		[429, PACE, 'Lower Calls per Minute in the credential'],
		[500, FAILED, 'Try again later.'],
		[400, REFUSED, CHECK],
		[499, REFUSED, CHECK],
	])('with status %i, whatever the service says', (status, message, advice) => {
		for (const [body, said] of [
			['', `(Status ${status})`],
			['Some Bearer abc', `The service said (status ${status}): Some Bearer *****`],
			// Only a failure passes on the refusal of another server, and in these words alone.
			[`${PASSED_ON} 401.`, `${PASSED_ON} 401.`],
			...(status < 500 ? [[`${PASSED_ON} 401`, `${PASSED_ON} 401`] as const] : []),
		] as const) {
			const error = refusal({ status, body });
			expect(error).toMatchObject({ kind: 'refused', status, message, isFinal: false });
			expect(error.description.startsWith(advice)).toBe(true);
			expect(error.description.endsWith(said)).toBe(true);
		}
	});

	it.each([
		[401, TOKEN, false],
		[403, 'The service does not allow this with your API token', false],
		[404, ADDRESS, false],
		[429, PACE, false],
		[400, REFUSED, false],
		[503, FAILED, true],
	])('"Request failed with status code %i" of a failure means that', (code, message, mayBeDone) => {
		const said = `${PASSED_ON} ${code}`;
		for (const body of [said, ` ${said}\n`, JSON.stringify({ message: said }), { reason: said }]) {
			for (const status of [500, 502]) {
				const error = refusal({ status, body });
				expect(error).toMatchObject({ status: code, message, mayBeDone });
				expect(error.description.endsWith(`The service said (status ${status}): ${said}`)).toBe(
					true,
				);
			}
		}
	});

	it('by the advice of the endpoint instead of its own', () => {
		const advice = { 404: 'Check the job ID.', address: 'Check X.' };
		expect(refusal({ status: 404, advice }).description).toBe('Check the job ID. (Status 404)');
		expect(refusal({ status: 405, advice }).description).toBe('Check X. (Status 405)');
		expect(refusal({ status: 403, advice }).description).toMatch(/API Token/);
	});

	it('by the address that was called, and by the field which holds it', () => {
		const called = {
			url: 'https://api.example.com:8443/a/b?c=d',
			advice: { address: addressAdvice('other', 'Analytics Base URL') },
		};
		const CALLED = 'The address called was api.example.com:8443/a/b.';
		expect(refusal({ status: 404, ...called }).description).toBe(
			`Check Analytics Base URL in the credential: analytics and notifications have different addresses. ${CALLED} (Status 404)`,
		);
		expect(refusal({ status: 400, ...called }).description).toBe(`${CHECK} (Status 400)`);
		const advice = { address: addressAdvice('india', 'Analytics Base URL') };
		const { description } = refusal({ status: 404, advice });
		expect(description).toBe('Check Region in the credential. (Status 404)');
	});

	it('by the host of a redirect, and keeps the time to wait', () => {
		const error = refusal({ status: 302, redirectedTo: 'elsewhere.example', retryAfterMs: 7_000 });
		const description = `${NOT_FOLLOWED} It points to elsewhere.example. (Status 302)`;
		expect(error).toMatchObject({ description, retryAfterMs: 7_000 });
		expect(refusal().retryAfterMs).toBeUndefined();
	});
});

/* The gateway in front of the service says no in words of its own. */
it.each([
	[404, 'no Route matched with those values', ADDRESS, true],
	[401, 'Unauthorized', TOKEN, false],
	[429, 'API rate limit exceeded', PACE, false],
])('the gateway refuses with %i: %s', (status, said, message, isFinal) => {
	const advice = { 404: 'Check the job ID.' };
	const error = refusal({ status, body: JSON.stringify({ message: said }), advice });
	expect(error).toMatchObject({ status, message, isFinal });
	expect(error.description).toContain(`The service said (status ${status}): ${said}`);
	expect(error.description).not.toContain('job ID');
});

it.each<[unknown, string]>([
	['{"message":"a","error":"a"}', 'a'],
	['{"description":" why ","error":"what","other":"no"}', 'what: why'],
	['{"message":["a"],"error":{"code":7}}', 'a: code: 7'],
	['{"message":" ","error":7,"reason":null}', 'error: 7'],
	[{ reason: { error: 'a', description: 'b' } }, 'a: b'],
	['["a",{"message":"b"}]', 'a, b'],
	['{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}', 'a: b: c: d: e: …'],
	['<!doctype html>\n<HTML><head>\n<title> Sign in </title></head><body>Hello', 'Sign in'],
	['<p>Hello</p>', 'Hello'],
	['{"page":"<title>no</title>"}', 'page: <title>no</title>'],
	['', ''],
	[null, ''],
])('what is said in %j is %j', (body, text) => {
	expect(saidText(body)).toBe(text);
});
