import { addressAdvice, refusalOf, errorText } from '../../../../nodes/shared/http/refusal';

const refusal = (changes: Partial<Parameters<typeof refusalOf>[0]> = {}) =>
	refusalOf({ status: 400, body: '', ...changes });

const FAILED = 'The service failed to process the request';
const REFUSED = 'The service refused the request';
const TOKEN = 'The service refused the API token';
const PERMISSION = 'The service does not allow this with your API token';
const ADDRESS = 'The service has nothing at this address';
const PACE = 'The service is receiving too many requests';
const REDIRECTED = 'The service redirected the request to another address';
const CHECK = 'Check the fields of the node.';
const REGION = 'Check Region or the base URL in the credential.';
const NOT_FOLLOWED = `It was not followed, to keep the API token safe. ${REGION}`;

it.each([
	[202, 'The result is not ready yet', 'Try again later.'],
	[300, REDIRECTED, NOT_FOLLOWED],
	[401, TOKEN, 'Enter a valid API Token in the credential. In Yalo Studio, '],
	[403, PERMISSION, 'Check the API Token in the'],
	[404, ADDRESS, REGION],
	[408, FAILED, 'Try again later.'],
	[413, 'The request is too large for the service', 'Send less at once.'],
	[429, PACE, 'Lower Calls per Minute in the credential'],
	[500, FAILED, 'Try again later.'],
	[400, REFUSED, CHECK],
	[499, REFUSED, CHECK],
])('%i: what happened, what to do, and what was said', (status, message, advice) => {
	for (const [body, end] of [
		['', `(Status ${status})`],
		['Some Bearer abc', `The service said (status ${status}): Some Bearer *****`],
	] as const) {
		const error = refusal({ status, body });
		expect(error).toMatchObject({ kind: 'refused', status, message, isFinal: false });
		expect(error.description.startsWith(advice) && error.description.endsWith(end)).toBe(true);
	}
});

const PASSED_ON = 'Request failed with status code';
it.each([
	// The service passes on the refusal of a server behind it: only as a failure, in these words alone.
	[500, `${PASSED_ON} 401`, 401, TOKEN, false],
	[502, ` ${PASSED_ON} 403\n`, 403, PERMISSION, false],
	[500, `${PASSED_ON} 404`, 404, ADDRESS, false],
	[500, `${PASSED_ON} 429`, 429, PACE, false],
	[500, `${PASSED_ON} 503`, 503, FAILED, true],
	[499, `${PASSED_ON} 401`, 499, REFUSED, false],
	[500, `${PASSED_ON} 401.`, 500, FAILED, true],
	[500, `Error: ${PASSED_ON} 401`, 500, FAILED, true],
	// The gateway in front of it has words of its own.
	[404, 'no Route matched with those values', 404, ADDRESS, false],
])('%i with the words %j means %i', (status, said, meant, message, mayBeDone) => {
	for (const body of [said, JSON.stringify({ message: said }), { reason: said }]) {
		const error = refusal({ status, body });
		expect(error).toMatchObject({ status: meant, message, mayBeDone });
		expect(error.description.endsWith(`said (status ${status}): ${said.trim()}`)).toBe(true);
	}
});

describe('advises', () => {
	const address = addressAdvice('other', 'Analytics Base URL');
	const advice = { 404: 'Check the job ID.', address };
	const url = 'https://api.example.com:8443/a/b?c=d';
	const ELSEWHERE = `${NOT_FOLLOWED} It points to elsewhere.example. (Status 302)`;
	const OTHER = expect.stringMatching(/^Try again .* the service\. x\.example said /) as string;
	const CALLED = 'The address called was api.example.com:8443/a/b.';
	it.each<[string, Parameters<typeof refusal>[0], string]>([
		['by the endpoint', { status: 404, advice, url }, `Check the job ID. ${CALLED} (Status 404)`],
		['by the field of the address', { status: 405, advice }, `${address} (Status 405)`],
		['on no address', { status: 400, advice, url }, `${CHECK} (Status 400)`],
		['on no address of others', { status: 404, advice, url, otherHost: 'x.example' }, OTHER],
		['by the host of a redirect', { status: 302, redirectedTo: 'elsewhere.example' }, ELSEWHERE],
	])('%s', (_, refused, description) => {
		const error = refusal({ ...refused, retryAfterMs: 7_000 });
		expect(error).toMatchObject({ description, retryAfterMs: 7_000, isFinal: false });
	});

	it('nothing about a job where the gateway knows no such path, which no other try changes', () => {
		const error = refusal({ status: 404, advice, body: 'no Route matched with those values' });
		expect(error.isFinal).toBe(true);
		expect(error.description.startsWith(address)).toBe(true);
		expect(addressAdvice('india', 'Analytics Base URL')).toBe('Check Region in the credential.');
	});
});

it.each<[unknown, string]>([
	['{"message":"a","error":"a"}', 'a'],
	['{"description":" why ","error":"what","other":"no"}', 'what: why'],
	['{"message":" ","error":7,"reason":null}', 'error: 7'],
	[{ reason: { error: 'a', description: 'b' } }, 'a: b'],
	['{"a":{"b":{"c":{"d":{"e":{"f":1}}}}}}', 'a: b: c: d: e: …'],
	['<!doctype html>\n<HTML><head>\n<title> Sign in </title></head><body>Hello', 'Sign in'],
	['<p>Hello</p>', 'Hello'],
	['{"page":"<title>no</title>"}', 'page: <title>no</title>'],
	['', ''],
	[null, ''],
])('what is said in %j is %j', (body, text) => {
	expect(errorText(body)).toBe(text);
});
