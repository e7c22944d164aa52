import { quotedCode, trimmedCode } from '../../../../nodes/shared/fields/meantCode';

const VALUES: Record<string, unknown> = {
	'$json.id': '1001 ',
	'$json.step': 'sent',
	'$json.blank': ' ',
	'$json.note': '"Ana"',
	'$json.escaped': '\\"Ana\\"',
};
const evaluate = (code: string) => VALUES[code.trim()];

it.each([
	{ code: '$json.id', trimmed: '($json.id).trim()' },
	{ code: "$json.id + '-' + $json.step", trimmed: "($json.id).trim() + '-' + $json.step" },
	{ code: '`o-${$json.id}`', trimmed: '`o-${($json.id).trim()}`' },
	{ code: "$json.step ? $json.id : '-'", trimmed: "$json.step ? ($json.id).trim() : '-'" },
])('the fields in the result of $code are trimmed', ({ code, trimmed }) => {
	expect(trimmedCode(code, evaluate)).toBe(trimmed);
});

it.each([
	...["$json.id.split(' ')[0]", "$json.id === '1001 ' ? 'a' : 'b'", '[$json.id].join()'],
	...["$json.id ? 'a' : 'b'", '(() => { $json.id; })()', '$json.blank', '$json.step'],
])('%s stays as it is', (code) => {
	expect(trimmedCode(code, evaluate)).toBe(code);
});

it.each([
	{ code: '$json.note', before: '{ "a": "', isQuoted: true },
	{ code: '$json.note', before: '{ "a": "b \\" ', isQuoted: true },
	{ code: '$json.note', before: '{ "a": ', isQuoted: false },
	{ code: '$json.step', before: '{ "a": "', isQuoted: false },
	{ code: '$json.escaped', before: '{ "a": "', isQuoted: false },
	{ code: '$json.note;', before: '{ "a": "', isQuoted: false },
])('$code behind $before is quoted: $isQuoted', ({ code, before, isQuoted }) => {
	const quoted = quotedCode(code, before, evaluate);
	expect(quoted).toBe(isQuoted ? `JSON.stringify(${code}\n).slice(1, -1)` : code);
});
