import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { definedBelow, phone } from '../../../support/notificationsNode';
import { sendingForEach } from '../../../support/sendNotifications';

/*
 * Expressions as people write them, for items with parts that are empty: by design, or by mistake. What is right is what
 * their author expects.
 */

const { send } = sendingForEach();

const ITEM = {
	id: 5,
	name: '',
	middle: '',
	last: 'Lima',
	total: '',
	price: 40,
	due: null,
	tags: [],
	gifts: [],
	lookup: [''],
	blank: ' ',
	dash: '-',
	lines: [
		{ sku: 'A', qty: 2, note: '' },
		{ sku: 'B', qty: 1, note: '' },
	],
	answers: [{ key: 'size', value: '' }],
	items: [{ title: 'A', color: 'red' }, { title: 'B' }],
	names: ['Ana', '', 'Bia'],
	fees: [{ fee: 10 }, { fee: null }],
	tips: [{ tip: null }, { tip: 1.5 }],
	orders: [{ product: { name: 'Tea' } }, { product: { id: 7 } }],
	runs: [{ text: 'Hi ' }, { text: '' }, { text: 'Ana' }],
	message: 'Call me\n\nAna',
	plan: 'Infinity 200',
	optedIn: 'false',
	vip: false,
};

/** What becomes of a message whose parameter is this code. */
const becomes = async (code: string) => await becomesOf(`={{ ${code} }}`);

/** The same, if the parameter is a text with expressions in it. */
const becomesOf = async (value: string) => await becomesWith(definedBelow({ x: value }));

async function becomesWith(parameters: INodeParameters): Promise<'sent' | 'told' | 'refused'> {
	const json: IDataObject = { phone: phone(0), ...structuredClone(ITEM) };
	const { error, items } = await send(parameters, [{ json }]);
	const said = error?.message ?? items[0]?.json.note;
	if (said === null) return 'sent';
	expect(said).toMatch(/gave no value|gave "false"|has no value for/);
	return error ? 'refused' : 'told';
}

describe('a part that may well be empty', () => {
	it.each([
		"$json.id + ($json.middle ? ' ' + $json.middle : '') + ' ' + $json.last",
		"$json.id + ($json.middle !== '' ? ' ' + $json.middle : '') + ' ' + $json.last",
		"'Order ' + $json.id + ' ' + ($json.middle !== '' ? $json.middle : '')",
		"[$json.id, $json.middle, $json.last].filter(Boolean).join(' ')",
		"[$json.id, $json.middle, $json.last].filter((x) => x !== '').join(' ')",
		"[$json.id, $json.middle, $json.last].compact().join(' ')",
		"$json.id + ' ' + ($json.middle || '')",
		"$json.id + ' ' + ($json.due ?? '')",
		"$json.id + ' ' + ($json.middle.trim() ? $json.middle : '')",
		"'R$ ' + ($json.total === '' ? 0 : $json.total)",
		"$json.total === '' ? '0,00' : Number($json.total).toFixed(2)",
		"(typeof $json.total === 'number' ? $json.total.toFixed(2) : '0.00') + $json.id",
		'$json.price - $json.gifts.reduce((sum, gift) => sum + gift.amount, 0)',
		"'Order ' + $json.id + $json.gifts.map((gift) => ' + ' + gift.name).join('')",
		"'Order ' + $json.id + ': ' + $json.gifts.filter((gift) => gift.paid).length + ' gifts'",
		"'Order ' + $json.id + $json.lines.filter((line) => line.note).map((line) => ' ⭐').join('')",
		'$json.vip && $json.price > 100 ? 10 : 0',
		'$json.lines.filter((line) => line.gift && line.qty > 0).length',
		"(() => { const key = 'size'; const found = $json.lines.find((l) => l.qty === 1 && key); return found.sku; })()",
		'(() => { let sum = 0; $json.lines.forEach((line) => { sum += line.qty; }); return sum; })()',
		"`${$json.middle || '-'} / ${$json.name || '-'}`",
		"'Order ' + $json.id + $json.lines.map((line) => (line.note ? ' + ' + line.note : '')).join('')",
		"$json.total == 0 ? 'free' : 'not free'",
		"$json.names.filter(Boolean).join(', ')",
		...["$json.message.split('\\n').join(' ')", "$json.last + $json.plan.replace(/.*/, '')"],
		"$json.runs.map((run) => run.text).join('')",
		...['$json.plan.trim()', "$json.plan + ' ' + $json.id", "$json.plan || 'none'"],
		"$json.names.compact().join(', ')",
		"$json.items.map((item) => item.color).filter(Boolean).join(', ')",
		"$json.items.map((item) => item.color ?? 'any').join(', ')",
		'$json.names.length',
		"$json.name == '' ? 'Dear customer' : $json.name",
		"'Pedido ' + ($json.name || 'novo')",
		"'Olá ' + [$json.name, 'Ana'].find(Boolean)",
		"(() => { if ($json.name) return $json.name; return 'Cliente'; })()",
		"(() => { let name = $json.name; name ||= 'Cliente'; return name + ' ' + $json.last; })()",
		"$json.lines.filter((line) => line.gift !== true).map((line) => line.sku).join(', ')",
		"$json.lines.map((line) => line.note || 'none').join(', ')",
		"(({ last, name }) => [last, name].filter(Boolean).join(', '))($json)",
		"'Olá' + [$json.name].filter((x) => x).map((x) => ' ' + x).join('')",
		"($json.total || 0).toFixed(2) + ($json.name ? '' : ' EUR')",
		"$json.due == null ? '0.00' : Number($json.due).toFixed(2)",
		'$json.price - 40',
		"$json.name === ''",
		"$json.note ? 'Note: ' + $json.note : '-'",
		...["({ EUR: '€', USD: '$' })[$json.price > 5 ? 'EUR' : 'USD']", "'*'.repeat($json.id)"],
		...["$json.last.replace(/./g, '*')", "$json.tags.join(', ') || '-'", '$json.dash'],
		...['$json.vip', '$json.phone.includes(" && ")'],
		'$json.fees.filter((each) => each.fee != null).reduce((sum, each) => sum + each.fee, 0)',
		'$json.fees.map((each) => each.fee).filter((fee) => fee !== null).reduce((a, b) => a + b, 0)',
		'$json.fees.map((each) => each.fee).compact().sum()',
		'(() => { let sum = 0; for (const { fee } of $json.fees) if (fee !== null) sum += fee; return sum; })()',
	])('is left out as it is written: %s', async (code) => {
		expect(await becomes(code)).toBe('sent');
	});

	it.each([
		...['=You have {{ $json.tags.length }} items', '=VIP: {{ $json.vip }}'],
		...["=Hi {{ $json.name || '' }}", "=Hi {{ $json.name.trim() || '' }}"],
		"=Hi {{ $json.name.length > 0 ? 'Hello ' + $json.name : '' }}",
		...["=Hi {{ $json.id ? '' : 'open' }}", '=Hi {{ $json.name || null }}'],
		...["=Hi{{ $json.name && ' ' + $json.name }}", "=Hi{{ $json.due && ', ' + $json.due }}"],
	])('is left out of a text as it is written: %s', async (text) => {
		expect(await becomesOf(text)).toBe('sent');
	});

	it('may be false within the object of JSON', async () => {
		const paramsJson = '={{ { vip: $json.vip && $json.paid } }}';
		expect(await becomesWith({ paramsMode: 'json', paramsJson })).toBe('sent');
	});
});

describe('a part that is missing beside others', () => {
	it.each([
		"'Hello ' + $json.name + ' ' + $json.last",
		"($json.name + ' ' + $json.last).trim()",
		"[$json.name, $json.last].join(' ')",
		"`Hello ${$json.name}! ${$json.name}, your code: ${$json.id || 'none'}`",
		"$json.name !== undefined ? 'Hello ' + $json.name + ' ' + $json.id : 'Hello'",
		"'Hello ' + $json.name.trim() + ($json.id ? ' VIP' : '')",
		"$json.id + ': ' + $json.blank + ($json.vip ? '' : '!')",
		'Number($json.price) + Number($json.total || 0) - $json.due',
		'$json.price - $json.total',
		"$json.id + ': ' + $json.answers.find((answer) => answer.key === 'size').value",
		"(() => { const key = 'size'; return $json.id + ': ' + $json.answers.find((a) => a.key === key).value; })()",
		"$json.id + ': ' + $json.lines.map((line) => line.name).join('')",
		"$json.id + ': ' + $json.lookup",
		...['$json.price + $json.due', "'R$ ' + ($json.price + $json.total)"],
		"'R$ ' + $json.fees.reduce((sum, each) => sum + each.fee, 0)",
		'$json.tips.reduce((sum, each) => sum + each.tip, 0)',
		'$json.fees.filter((each) => each.kind !== null).reduce((sum, each) => sum + each.fee, 0)',
		"JSON.parse(JSON.stringify($json.names)).join(', ')",
		"$json.orders.map((order) => order.product.name).join(', ')",
		"$json.lines.map((line) => (line.sku || '-') + ' x' + line.note).join(', ')",
		"$json.id + ' at ' + $json.total.slice(0, 10)",
		"$json.id + ': ' + $json.total.replace(/\\D/g, '')",
		"$now.plus({ days: $json.due }).toFormat('dd/MM') + ' ' + $json.id",
		'JSON.stringify({ id: $json.id, name: $json.missing })',
		"$json.names.join(', ')",
		"$json.names\n  .map((name) => name)\n  .join(', ')",
		"$json.names // all\n  .join(', ')",
		"[...$json.names].join(', ')",
		"$json.names.map((name) => '• ' + name).join(' ')",
		"Object.values({ a: 1, ...$json.lines[0] }).join(', ')",
		"$json.lines.map((line) => line.qty + ' x ' + line.note).join(', ')",
		"(({ last, name }) => last + ', ' + name)($json)",
		"(() => { const item = $json; return item.last + ', ' + item.name; })()",
		"$jmespath($json, '[last, name]').join(', ')",
		"$json.names.join(', ').trim()",
		"$json.items.map((item) => item.color).join(', ')",
		"'Colors: ' + $json.items.map((item) => item.color).join(', ')",
		"$json.price > 1 ? 'Sehr geehrte Frau ' + $json.name : 'Hallo'",
		"'Hi ' + $json.name + ', your items: ' + $json.items.map((item) => item.name).filter(Boolean).join(', ')",
	])('is said in a warning: %s', async (code) => {
		expect(await becomes(code)).toBe('told');
	});

	it.each([
		"=Itens: {{ $json.lines.map((line) => line.name).join(', ') }}",
		"=Tamanho: {{ $json.answers.find((answer) => answer.key === 'tamanho')?.value }}",
		...['=R$ {{ $json.last * 1.1 }}', '=R$ {{ Number($json.total).toFixed(2) }}'],
		...["=Hi {{ $json.name ?? 'customer' }}", '=Hi {{ $json.total || $json.due }}'],
		"=Hi {{ $json.id ? $json.total : 'open' }}",
		"=Hi {{ $json.customer.name || '' }}",
		...["=Hi{{ $json.none && ' ' + $json.none }}", '=Hi {{ $json.id && $json.name }}'],
	])('is said in a warning if it is an expression within a text: %s', async (text) => {
		expect(await becomesOf(text)).toBe('told');
	});

	it.each([
		'$json.total * ($json.id || 1)',
		'Number($json.total) * $json.id',
		"Number($json.total) + 'x ' + ($json.vip ? 'VIP' : '')",
		"'R$ ' + Number($json.total).toFixed(2) + ' ' + ($json.currency || 'BRL')",
		"Number($json.answers.find((answer) => answer.key === 'size').value).toFixed(2)",
		'Number($json.lookup).toFixed(2)',
		"'Order ' + $json.name",
		"'Arrives at ' + $json.total.slice(0, 10)",
		...['Number($json.total).toFixed(2)', '$json.due / 100', 'new Date($json.due)'],
		// JavaScript makes a zero of two that are null.
		'$json.due + $json.due',
		"new Date($json.due).toLocaleDateString('pt-BR') + ($json.name || '')",
		"'Itens: ' + $json.tags.join(', ')",
		"'Pedido ' + $json.name /* not $json.none */",
		'($json.price * $json.due).toFixed(2)',
		"($json.street || '') + ', ' + ($json.city || '')",
		// What functions reach.
		"Number($json.lines.find((line) => line.sku === 'A').note).toFixed(2)",
		'($json.lines.first().note * 2).toFixed(2)',
		'Number($json.lines[$itemIndex].note).toFixed(2)',
		"Number($('Input').all().map((item) => item.json.lines[0].note)[0]).toFixed(2)",
		"Number($json['li' + 'nes'][0].note).toFixed(2)",
		// A fallback does not make up for an expression that failed.
		"$json.customer.name || 'customer'",
		'$json.lines.find((line) => line.main || line.first)?.id',
		'$json.fees.slice(1).reduce((sum, each) => sum + each.fee, 0)',
	])('is an error, if nothing but a zero or nothing at all is left: %s', async (code) => {
		expect(await becomes(code)).toBe('refused');
	});

	it.each([
		"$json.due + 'x ' + $json.last",
		"$json.fees.map((each) => 'x' + each.fee).join(', ')",
		"$json.id ? $json.last + ' x' + $json.due : '-'",
		...["$json.last + ($json.due && ' ' + $json.due)", '($json.last + $json.due).toUpperCase()'],
		"$json.fees.map((each) => 'A' + (each.fee && ' ' + each.fee)).join(', ')",
		"JSON.parse(JSON.stringify($json.fees)).map((each) => 'x' + each.fee).join(', ')",
	])('is an error, if customers would read null, also in JSON: %s', async (code) => {
		const paramsJson = `={{ ({ x: [${code}] }) }}`;
		expect(await becomes(code)).toBe('refused');
		expect(await becomesWith({ paramsMode: 'json', paramsJson })).toBe('refused');
	});

	it.each([
		"'Ordine annullato: ' + $json.last + $json.total",
		'({ name: $json.due, id: $json.id })',
	])(
		'is no error with a text that has the letters of null, or with null in JSON: %s',
		async (code) => {
			const paramsJson = `={{ ({ x: ${code} }) }}`;
			expect(await becomesWith({ paramsMode: 'json', paramsJson })).not.toBe('refused');
		},
	);
});

describe('a part of a key', () => {
	it.each([
		"$json.id + '-' + ($json.middle || 0)",
		"$json.id + '-' + ($json.due ?? 0)",
		"$json.id + '-' + ($json.middle == '' ? 'n' : 'y')",
		"$json.id + '-' + $json.lines.map((line) => line.sku).join('-')",
		"$json.id + '-' + $json.lines.filter((line) => line.gift).length",
		"$json.lines.filter((line) => line.sku).map((line) => encodeURIComponent(line.sku.trim())).join('-')",
		"$json.message.split('\\n').join('-')",
		"$json.id + '-' + $json.lines.find((line) => line.sku === 'B').sku",
		"[7, 8, 9].map((n) => $json.lines.at(n - 7)?.sku ?? n).join('-')",
		"(({ last, none = 'new' }) => last + '-' + none)($json)",
		// JSON has the names of what is empty.
		"JSON.stringify({ id: $json.id, fees: $json.fees }).hash('md5')",
		...['JSON.stringify($json.lines)', "$json.id + JSON.stringify($json.fees).hash('md5')"],
		"$json.runs.slice(0, 1).map((run) => Object.values(run).join('')).join('')",
	])('may be empty, if something stands for it: %s', async (code) => {
		expect(await becomesWith({ sendOnce: 'perId', eventId: `={{ ${code} }}` })).toBe('sent');
	});

	it('is named, and not the list that it is in', async () => {
		const eventId = "={{ $json.fees.map((each) => each.fee).join('-') }}";
		const { error } = await send({ sendOnce: 'perId', eventId }, [
			{ json: { phone: phone(0), ...ITEM } },
		]);
		expect(error?.message).toContain('has no value for "fee"');
	});

	it.each([
		"$json.id + '-' + ($json.middle || '')",
		"$json.id + '-' + ($json.middle !== '' ? $json.middle : '')",
		"$json.last + '-' + $json.name + '-' + $json.name + ($json.vip ? '-vip' : '')",
		"$json.last + '-' + $json.blank + '-' + ($json.middle || 'new')",
		"$json.last + '-' + $json.lines.map((line) => line.id).join('')",
		"$json.last + '-' + $json.tags.map((tag) => tag.id).join('-')",
		"$json.items.map((item) => item.color).join('-')",
		"$json.items.map((item) => item.color).join('-').toLowerCase()",
		"$json.last + '-' + $json.lines.find((line) => line.sku === 'A').note",
		"$json.last + '-' + $json.last.replace(/\\w/g, '')",
		"(({ last, none }) => [last, none].join('-'))($json)",
		"$json.lines.map((line) => line.note).join('-').hash()",
		"$json.items.map((item) => item.color).sort().join('-')",
		"(({ last, 'no name': name }) => [last, name].join('-'))($json)",
		"['last', 'name'].map((key) => $json[key]).join('-')",
		"($json.last + '-' + ($json.name ?? '')).hash()",
		"($json.last + '-' + ($json.name || '')).base64Encode().slice(0, 20)",
		// The same name in two places: one of them has a fallback.
		"$json.items.map((item) => item.name || item.title).join('-') + '-' + $json.name",
	])('must be there, if nothing stands for it: %s', async (code) => {
		expect(await becomesWith({ sendOnce: 'perId', eventId: `={{ ${code} }}` })).toBe('refused');
	});
});

describe('the false of &&, which customers would read', () => {
	it.each([
		'={{ $json.vip && "VIP" }}',
		'=Ana{{ $json.vip && " (VIP)" }}',
		'=Ana{{ `, ${$json.vip && "VIP"}` }}',
	])('is an error: %s', async (text) => {
		expect(await becomesOf(text)).toBe('refused');
	});

	it.each([
		"={{ $json.vip && $json.paid ? 'true' : 'false' }}",
		"={{ $json.items.filter((item) => item.name && item.title).length + ' false nails' }}",
	])('is not the word false of the text itself: %s', async (text) => {
		expect(await becomesOf(text)).toBe('sent');
	});

	it('is only said of JSON, where false is a value', async () => {
		const paramsJson = '={ "ok": {{ $json.vip && $json.paid }} }';
		expect(await becomesWith({ paramsMode: 'json', paramsJson })).toBe('told');
	});

	it('is an error within a text of JSON', async () => {
		const paramsJson = "={{ { x: 'Hello ' + ($json.vip && 'VIP') } }}";
		expect(await becomesWith({ paramsMode: 'json', paramsJson })).toBe('refused');
	});
});

describe('a parameter of JSON', () => {
	it.each([
		"{ x: $json.lines.map((line) => line.none).join(', ') }",
		"{ x: $json.name.slice(8) + '/' + $json.name.slice(5, 7) }",
		"{ x: $json.price / 0 + '%' }",
		"{ id: $json.id, x: $json.name + 'x tea' }",
		"JSON.stringify({ id: $json.id, x: $json.name + 'x tea' })",
	])('is judged as one of Define Below is: %s', async (code) => {
		expect(await becomesWith({ paramsMode: 'json', paramsJson: `={{ ${code} }}` })).toBe('told');
	});

	it.each([
		'{ vip: $json.vip && $json.price > 100 }',
		"{ x: $json.none ?? 'none', list: [$json.id, false] }",
		'{ x: $json.dash }',
		"{ x: $json.last, y: '-' + $json.id }",
		'{ x: $json.optedIn, y: $json.id && $json.price > 10 }',
	])('may be false, or what the item has: %s', async (code) => {
		expect(await becomesWith({ paramsMode: 'json', paramsJson: `={{ ${code} }}` })).toBe('sent');
	});
});
