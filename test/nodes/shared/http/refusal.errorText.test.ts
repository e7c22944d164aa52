import { errorText } from '../../../../nodes/shared/http/refusal';

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
])('shows $what', ({ body, text }) => {
	expect(errorText(body)).toBe(text);
});
