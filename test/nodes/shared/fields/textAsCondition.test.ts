import { takenForTrue } from '../../../../nodes/shared/fields/textAsCondition';

const VALUES: Record<string, unknown> = {
	'$json.vip': 'FALSE',
	'$json.gold': ' Falso ',
	'$json.count': 'false',
	'$json.order?.isPaid': 'FALSO',
	'$json.name': 'Ana',
	'$json.empty': '',
	'$json.isPaid': false,
	'$json.zero': 0,
	'$json.answer': 'No',
	'$json.points': '0',
};

function askedIn(code: string): string | undefined {
	return takenForTrue(code, (part) => VALUES[part])?.split(' ')[1];
}

it.each([
	{ code: "$json.vip ? 'a' : 'b'", field: '$json.vip' },
	{ code: "$json.name && $json.vip ? 'a' : 'b'", field: '$json.vip' },
	{ code: "$json.empty || $json.gold ? 'a' : 'b'", field: '$json.gold' },
	{ code: "!$json.count ? 'a' : 'b'", field: '$json.count' },
	{ code: "'x' + ($json.order?.isPaid && 'paid')", field: '$json.order?.isPaid' },
	{ code: "$if($json.vip, 'a', 'b')", field: '$json.vip' },
	{ code: '(() => { if ($json.vip) return 1; return 2; })()', field: '$json.vip' },
])('$code asks for $field, whose text is FALSE', ({ code, field }) => {
	expect(askedIn(code)).toBe(field);
});

it.each([
	...["$json.isPaid ? 'a' : 'b'", "$json.zero ? 'a' : 'b'", "$json.name ? 'a' : 'b'"],
	...["$json.answer ? 'a' : 'b'", "$json.points ? 'a' : 'b'"],
	...["$json.empty ? 'a' : 'b'", "$json.vip === 'TRUE' ? 'a' : 'b'"],
	// It is read as a text.
	...['$json.vip', "$json.vip || 'x'", "$json.vip ? 'VIP: ' + $json.vip : ''"],
	...["$json.vip.toBoolean() ? 'a' : 'b'", "$json.missing ? 'a' : 'b'"],
])('%s asks for none', (code) => {
	expect(askedIn(code)).toBeUndefined();
});
