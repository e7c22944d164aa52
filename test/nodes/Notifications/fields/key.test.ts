import type { INodeExecutionData } from 'n8n-workflow';
import { nonceOfId } from '../../../../nodes/Notifications/message/nonce';
import { phone } from '../../../support/notificationsNode';
import { CONTINUE } from '../../../support/onError';
import { receivedUsers, sendingForEach, statusesOf } from '../../../support/sendNotifications';

/* ID and Nonce of Send Once. What is noticed of any expression is tested with shared/fields. */

const { service, send, refuse } = sendingForEach();

const FIELDS = {
	phone: phone(0),
	id: 'o-1',
	region: 'NA',
	dash: '-',
	isPaid: true,
	empty: '',
	blank: ' ',
	nested: {},
	ref: '#REF!',
	missing: '#N/A',
	portuguese: '#N/D',
	python: 'None',
	word: ' null',
	shortened: '5.70123E+11',
	narrow: '########',
	lines: [{ sku: 'x' }],
	tags: [],
	row_number: 2,
	lost: 1152921504606847000,
};

function itemWith(json: object): INodeExecutionData {
	return { json: { ...FIELDS, ...json } };
}

const KEY = '={{ $json.key }}';

describe.each(['perId', 'nonce'])(
	'with Send Once %s, a value that many orders would have',
	(sendOnce) => {
		it.each([
			...['={{ $json.none }}-shipped', '={{ [] }}-shipped', '={{ `order-${$json.none}` }}'],
			'={{ "o-" + ($json.none ?? "") }}',
			'={{ $json.none || "x" }}',
			'={{ $json.none ?? $json.empty ?? "x" }}',
			...['={{ JSON.stringify($json.nested) }}', '=order-{{ $json.nested }}'],
			...['={{ "N/A" }}', '={{ "null" }}'],
			'={{ $json.isPaid }}{{ false }}',
			...['=campaign-{{ $itemIndex }}', '={{ String($runIndex + 1).padStart(3, "0") }}'],
			...['=campaign-{{ $json.row_number }}', '{{ $json.id }}'],
			// Each expression is judged alone, and what counts items is found within templates, too.
			...['={{ `o-${$json.empty}` }}-{{ $json.region }}', '={{ "o-" + $json.empty }}{{ 7 }}'],
			'={{ `campaign-${$itemIndex}` }}',
			// What stands around it makes no ID of a placeholder.
			...['={{ $json.ref }}-shipped', '=order-{{ $json.dash }}', '=order-{{ $json.isPaid }}'],
			...['={{ $json.missing }}-shipped', '=o-{{ $json.word }}', '=o-{{ $json.portuguese }}'],
			...['={{ $json.python }}-shipped', '={{ $json.shortened }}', '=o-{{ $json.narrow }}'],
			// Each part is looked at alone: beside a digit, the word would be a part of an ID.
			...['={{ $json.id }}{{ `${+$json.region}` }}', '=o-1{{ String($json.id * 2) }}'],
			// A fallback does not make up for an expression that failed.
			'=o-{{ $json.order.id || $json.id }}',
			'=o-{{ $json.lines.find((l) => l.main || l.first)?.order_id }}',
			// Another way to an item is the same field.
			...['={{ "o-" + $input.item.json.empty }}', `={{ "o-" + $('Input').first().json.empty }}`],
			"=campaign-{{ $('Input').item.json.row_number }}",
			// Nothing is left of its value but texts of the expression itself, however it reaches the field.
			'={{ "o-" + $json.lines.at(-1).id }}',
			...['={{ $json.id ? "paid" : "open" }}', '={{ `order-${$json.id ? "paid" : "open"}` }}'],
			'={{ (({ empty }) => `o-${empty}`)($json) }}',
			'={{ "o-" + $json.id.replace(/.+/, "") }}',
			'={{ $json.none ?? $itemIndex }}',
			// What n8n or JavaScript makes of an empty field is no value of it, and neither is what stands beside it.
			...['={{ `${$json.empty}-${$today.toISODate()}` }}', '={{ Number($json.empty) }}'],
			'={{ ("order-" + $json.empty).toUpperCase() }}',
			...['={{ $json.empty || $itemIndex + 1 }}', '={{ $json.ref.hash() }}'],
			'={{ $json.row_number.toString().padStart(4, "0") }}',
			// One expression is as good as two: a field that is empty in it is missing, whatever stands beside it.
			...['={{ $json.empty + "-" + $json.region }}', '={{ [$json.region, $json.none].join("-") }}'],
			...['={{ ($json.empty + $json.id).hash() }}', '={{ $json.id }}-{{ Number($json.empty) }}'],
			...[
				"={{ $json.region }}-{{ '#' + ($json.empty ?? '') }}",
				"={{ $json.region }}-{{ 'o' + $json.tags }}",
			],
			// What leaves out an empty field, or cuts it off, leaves out the order.
			...[
				"={{ [$json.region, $json.empty].filter((x) => x).join('-') }}",
				'=o {{ [$json.region, $json.none] }}',
			],
			"={{ $json.region + '-' + String($json.empty).replace(/\\D/g, '') }}",
			"={{ $json.region }}-{{ 'o' + [].concat($json.tags) }}",
			'={{ `${$json.region}-${$json.empty.replace(/x?/, "")}` }}',
			'={{ $json.region }}-{{ (0 * $json.empty).toFixed(2) }}',
			'={{ $json.region }}-{{ $json.empty.padStart(6, "0") }}',
			'={{ $json.region }}-{{ ("000000" + $json.none).slice(-6) }}',
			...[
				"={{ $json.region }}-{{ $json.blank.replace(/ /g, '-') }}",
				"={{ $json.region }}-{{ String($json.tags).replaceAll(',', ' | ') }}",
			],
			// A condition for one field is none for another.
			"={{ [$json.region, $json.vip ? 'vip' : 'std', $json.empty].join('-') }}",
			"={{ `${$json.region}-${$json.type || 'x'}-${$json.empty.toUpperCase()}` }}",
			// The last digits of the ID are lost, also in a text that the expression makes of it.
			...['={{ String($json.lost) }}', '={{ "o-" + $json.lost }}', '={{ `${$json.lost}` }}'],
			// Nobody can tell these from a part that the order is missing in.
			"={{ $json.region + ($json.empty || '') }}",
			'={{ $json.id + "-" + !$json.empty }}',
			// What is the same for all orders of a day or a workflow does not make up for the only field.
			'={{ $today.toISODate() }}-{{ $json.none ?? "x" }}',
			'={{ $workflow.id }}-{{ $json.vip ? "a" : "b" }}',
		])('is an error, and nothing is sent: %s', async (nonce) => {
			const error = await refuse({ sendOnce, eventId: nonce, nonce }, [itemWith({})]);
			expect(error.message).toMatch(/^(ID|Nonce)/);
		});

		it('is an error if it failed in a node before', async () => {
			for (const key of ['order-undefined', 'order-null']) {
				const { error } = await send({ sendOnce, eventId: KEY, nonce: KEY }, [itemWith({ key })]);
				expect(error?.message).toContain('contains "');
			}
		});
	},
);

describe('a key', () => {
	it.each([
		...['={{ $json.id }}', '={{ $json.dash }}{{ $json.id }}', '={{ $json.ref }}-{{ $json.id }}'],
		'={{ $json.id }}-{{ $json.row_number }}',
		...['={{ $json.none ?? $json.id }}', '={{ $json.id ?? $itemIndex }}', '={{ $json.region }}'],
		"={{ $('Input').itemMatching($itemIndex).json.id }}",
		...['={{ $json.id }}-{{ $json.isPaid }}-{{ 0 }}', '={{ $execution.id }}-{{ $itemIndex }}'],
		'={{ $json.id }}-{{ $json.none ?? "whole" }}',
		...['={{ $json.none ? "a" : "b" }}{{ $json.id }}', '={{ Object.values({ a: $json.id })[0] }}'],
		'={{ $json.id }}-{{ $ifEmpty($json.empty, "base") }}',
		'={{ $json.id }}-{{ !!$json.none }}',
		'={{ ({ NA: "north" })[$json.region] }}-{{ $json.id }}',
		'={{ $json.id }}-{{ $json.tags.length }}',
		// n8n knows whether an expression has only looked at a field.
		'={{ [$json.empty, $json.id].find((each) => each) }}',
		"={{ [$json.empty, $json.id].find((each) => each.startsWith('o')) }}",
		'={{ [$json.tags, $json.id].find((each) => each.length) }}',
		'={{ [$json.none, $json.id].compact()[0] }}',
		'={{ [$json.none, $json.id].find((each) => each != null) }}',
		'={{ $json.id?.trim?.() }}',
		// A fallback or a condition for the field itself says what there is without it.
		...[
			'={{ $json.id + "-" + ($json.empty || "new") }}',
			'={{ $json.id + ($json.empty ? "-vip" : "") }}',
			'={{ $json.empty === "" ? $json.id : $json.empty }}',
		],
		'={{ $json.empty || $execution.id }}',
		// What the expression leaves out need not be there: a node of another branch has not run.
		"={{ $json.id ?? $('Other branch').item.json.id }}",
		"={{ $json.isPaid ? $jmespath($json, 'id') : 'x' }}",
		"={{ $json.id }}{{ $ifEmpty($json.empty, '-') }}x",
	])('is %s', async (nonce) => {
		const { items, error } = await send({ sendOnce: 'nonce', nonce }, [itemWith({})]);
		expect(error?.message).toBeUndefined();
		expect(statusesOf(items)).toEqual(['accepted']);
	});

	it.each([
		'={{ $json.empty + "-" + ($json.region || "new") }}',
		'={{ `${$json.region}-${$json.empty}${$json.id ? "-vip" : ""}` }}',
	])(
		'needs all fields that are only added, whatever the fallback of another: %s',
		async (nonce) => {
			const { error } = await send({ sendOnce: 'nonce', nonce }, [itemWith({})]);
			expect(error?.message).toContain('has no value for $json.empty');
			expect(error?.description).toContain('Check the name and the value of its field.');
		},
	);

	it('needs more than false, as `$json.isPaid && $json.id` gives it', async () => {
		const nonce = '={{ $json.region }}-{{ $json.isPaid && $json.id }}';
		const { error } = await send({ sendOnce: 'nonce', nonce }, [itemWith({ isPaid: false })]);
		expect(error?.message).toContain('gave "false"');
	});

	it.each(['={{ $json.missing }}-{{ $json.region }}', '={{ $json.region + "-" + $json.missing }}'])(
		'is said to have a placeholder in it, since the rest may be the same for other orders: %s',
		async (nonce) => {
			const { hints } = await send({ sendOnce: 'nonce', nonce }, [itemWith({})]);
			const warning =
				'Nonce has #N/A, which spreadsheets and databases write in place of a value. Check that no other message has the same Nonce.';
			expect(hints).toContain(warning);
		},
	);

	it('is said to be another one in a Retry, if it has the ID of the execution or the time', async () => {
		for (const code of ['$execution.id', '$now.toMillis()']) {
			const nonce = `={{ ${code} }}-{{ $json.id }}`;
			const { hints } = await send({ sendOnce: 'nonce', nonce }, [itemWith({})]);
			expect(hints.join()).toContain(
				`{{ ${code} }} has another value in a later run, which would send the message again: `,
			);
		}
	});

	it('is not the position that it has by chance', async () => {
		const nonce =
			"={{ $('Input').itemMatching($itemIndex).json.id }}-{{ `${$json.id}-${$itemIndex}` }}";
		const input = [itemWith({ id: '0' }), itemWith({ id: '11', phone: phone(1) })];
		const { items, hints } = await send({ sendOnce: 'nonce', nonce }, input);
		expect(statusesOf(items)).toEqual(['accepted', 'accepted']);
		expect(hints.join()).toContain(
			'Nonce has $itemIndex, which is another one in a run with other items',
		);
	});

	it.each(['NA-17', 'N/A-17', '12345678901234567890', 'BaNaNa-1'])(
		'is %s, the text of a field',
		async (id) => {
			const { items } = await send({ sendOnce: 'perId', eventId: '={{ $json.id }}' }, [
				itemWith({ id }),
			]);
			expect(statusesOf(items)).toEqual(['accepted']);
		},
	);

	it('may have braces, quotes and line breaks in its expressions', async () => {
		const nonce = `={{ ((o) => o.a)({ a: $json.id }) }}/{{
			"}" + '{' + \`\${$json.id}\`
		}}!`;
		await send({ sendOnce: 'nonce', nonce }, [itemWith({})]);
		await send({ sendOnce: 'perId', eventId: nonce }, [itemWith({})]);
		const sender = { accountId: 'account-1', flowId: 'flow-1', template: 'welcome' };
		const ofId = nonceOfId({ ...sender, recipientKey: phone(0) }, 'o-1/}{o-1!');
		expect(receivedUsers(service).map((user) => user.nonce)).toEqual(['o-1/}{o-1!', ofId]);
	});

	it('is judged for each item, and fails that item alone', async () => {
		const parameters = { sendOnce: 'perId', eventId: '={{ $json.id }}-shipped' };
		const input = [itemWith({ id: 'a' }), itemWith({ id: '#N/A', phone: phone(1) })];
		const { items } = await send(parameters, input, CONTINUE);
		expect(statusesOf(items)).toEqual(['accepted', 'failed']);
	});

	it.each([
		'={{ $json.order }}-{{ $json.step }}',
		"={{ $json.order + '-' + $json.step }}",
		'={{ `${$json.order}-${$json.step}` }}',
	])('has no blank that stands at the edge of a cell: %s', async (nonce) => {
		const written = [
			{ order: '1001', step: 'sent' },
			{ order: '1001 ', step: '\u00A0sent' },
			{ order: '1001\n', step: 'sent\t' },
		];
		await send({ sendOnce: 'nonce', nonce }, written.map(itemWith));
		expect(receivedUsers(service).map((user) => user.nonce)).toEqual(['1001-sent']);
	});

	it.each([
		{ nonce: "={{ $json.row.split('\t')[1] }}", json: { row: '\tA-1\tSP' }, sent: 'A-1' },
		{ nonce: "={{ $json.tier === 'A ' ? $json.id : '-' }}", json: { tier: 'A ' }, sent: 'o-1' },
		{ nonce: '={{ $json.id }}-{{ $json.row.length }}', json: { row: ' a ' }, sent: 'o-1-3' },
	])('has what functions and comparisons make of blanks: $nonce', async ({ nonce, json, sent }) => {
		await send({ sendOnce: 'nonce', nonce }, [itemWith(json)]);
		expect(receivedUsers(service).map((user) => user.nonce)).toEqual([sent]);
	});

	it('is an error if a part is missing, also beside a blank', async () => {
		const nonce = "={{ $json.order + '-' + ($json.empty || '') }}";
		const { error } = await send({ sendOnce: 'nonce', nonce }, [itemWith({ order: 'A-1 ' })]);
		expect(error?.message).toContain('has no value for $json.empty');
	});

	it('has half of an emoji replaced, as slice() may leave it', async () => {
		const nonce = '={{ $json.text.slice(0, 4) }}';
		await send({ sendOnce: 'nonce', nonce }, [itemWith({ text: 'Oi \u{1F44B}' })]);
		expect(receivedUsers(service)[0]?.nonce).toBe('Oi \uFFFD');
	});
});

it.each([
	{ sendOnce: 'perId', label: 'ID' },
	{ sendOnce: 'nonce', label: 'Nonce' },
])('$label must be filled in, also if Send Once is an expression', async ({ sendOnce, label }) => {
	for (const chosen of [sendOnce, `={{ "${sendOnce}" }}`]) {
		const { error } = await send({ sendOnce: chosen }, [itemWith({})]);
		expect(error?.message).toBe(`${label} is empty`);
	}
	expect(service.notifications.requests).toEqual([]);
});

describe('a text without an expression', () => {
	it('is an error as a Nonce, since it would be sent once in the life of the account', async () => {
		const { error } = await send({ sendOnce: 'nonce', nonce: 'black-friday' }, [itemWith({})]);
		expect(error?.message).toContain('Nonce has nothing that identifies');
	});

	it.each([
		...['=campaign-{{ $today.toISODate() }}', '={{ $prevNode.name }}-shipped', '={{ "order-1" }}'],
		'=r-{{ $itemIndex }}-{{ $today.toISODate() }}',
	])('is no Nonce with %s either, which other orders have as well', async (nonce) => {
		const { error } = await send({ sendOnce: 'nonce', nonce }, [itemWith({})]);
		expect(error?.message).toContain('Nonce has nothing that identifies');
	});

	it('is the name of a campaign as an ID, since each phone has its own', async () => {
		const parameters = { sendOnce: 'perId', eventId: 'black-friday' };
		await send(parameters, [itemWith({}), itemWith({ phone: phone(1) })]);
		expect(service.ledger.phones.toSorted()).toEqual([phone(0), phone(1)]);
	});
});
