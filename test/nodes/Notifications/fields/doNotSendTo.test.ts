import { DateTime } from 'luxon';
import type { INodeExecutionData } from 'n8n-workflow';
import { readOptOuts } from '../../../../nodes/Notifications/fields/doNotSendTo';
import { Hints } from '../../../../nodes/shared/context';
import type { FieldReader } from '../../../../nodes/shared/fields/fieldReader';
import { phone } from '../../../support/notificationsNode';
import { CONTINUE } from '../../../support/onError';
import { itemsOf, sendingForEach, statusesOf, valuesOf } from '../../../support/sendNotifications';

/* Options > Do Not Send To: one list for the run. */

const { service, send, refuse } = sendingForEach();

const ANA = '+5511910000001';
const BEN = '+442079460018';
const ZOE = '+491712345678';

/** Those of Ana, Ben and Zoe to whom a message is sent although there is this list. */
async function notified(doNotSendTo: unknown): Promise<string[]> {
	const options = { doNotSendTo: doNotSendTo as string };
	const items = itemsOf(ANA, BEN, ZOE).map(({ json }) => ({ json: { ...json, emptyCell: '' } }));
	const { error } = await send({ options }, items);
	if (error) throw error;
	return service.ledger.phones.toSorted();
}

it.each([
	{ what: 'texts with commas, semicolons or line breaks', list: `+55 (11) 91000-0001; ${ZOE}\n,` },
	{ what: 'a list', list: `={{ ['${ZOE}', '', null, 5511910000001] }}` },
	{ what: 'a list as JSON', list: `={{ JSON.stringify(['${ANA}', '${ZOE}']) }}` },
	{ what: 'rows', list: `={{ [['${ANA}'], ['${ZOE}']] }}` },
	{ what: 'those who have opted out', list: `={{ ['${ANA}', '${ZOE}', false] }}` },
	{ what: 'phones without a country code', list: '(11) 91000-0001, 0171 2345678' },
])('leaves out the phones of $what', async ({ list }) => {
	expect(await notified(list)).toEqual([BEN]);
});

it('leaves out those whose date, as a node for a database gives it, is still to come', async () => {
	const until = [DateTime.now().plus({ days: 1 }).toJSDate(), new Date(0), null];
	const items = itemsOf(ANA, BEN, ZOE).map(({ json }, at) => ({
		json: { ...json, until: until[at] },
	}));
	const list =
		"={{ $('Input').all().filter(({ json }) => !json.until || json.until > $now).map(({ json }) => json.phone) }}";
	const { error } = await send({ options: { doNotSendTo: list } }, items);
	expect(error).toBeUndefined();
	expect(service.ledger.phones).toEqual([BEN]);
});

it.each([
	'={{ [] }}',
	"={{ $('Input').all().filter((i) => i.json.out).map((i) => i.json.phone).join(',') }}",
	"={{ $('Input').all().map((i) => i.json.out === true && i.json.phone) }}",
	"={{ $('Input').first().json.emptyCell }}",
	"={{ $('Input').all().filter((i) => i.json.out).map((i) => i.json.phone)?.join(',').trim() }}",
	'={{ JSON.stringify([]) }}',
])('leaves out nobody by an empty list: %s', async (list) => {
	expect(await notified(list)).toHaveLength(3);
});

it('says whether the list has the phone, or only its last digits', async () => {
	const run = await send({ options: { doNotSendTo: `${ANA}, 0171 2345678` } }, itemsOf(ANA, ZOE));
	expect(valuesOf(run.items, 'note')).toEqual([
		'Options > Do Not Send To contains this phone.',
		'Options > Do Not Send To contains digits that this phone ends with.',
	]);
});

describe('the phone of one item, where others have one as well', () => {
	it.each([
		"={{ $('Input').first().json.phone }}",
		"={{ $('Input').last().json.phone }}",
		"={{ $('Input').all()[1].json.phone }}",
		'={{ $input.first().json.phone }}',
		'={{ $items("Input")[0].json.phone.split(";") }}',
	])('is an error: %s', async (doNotSendTo) => {
		const error = await refuse({ options: { doNotSendTo } }, itemsOf(ANA, BEN, ANA));
		expect(error.message).toBe(
			'Options > Do Not Send To has the phones of one item, and other items have others',
		);
	});

	it('is an error as well if that item has none', async () => {
		const items = itemsOf(ANA, BEN).map(({ json }, at) => ({
			json: { ...json, optOut: at === 0 ? '' : BEN },
		}));
		const doNotSendTo = "={{ $('Input').first().json.optOut }}";
		const error = await refuse({ options: { doNotSendTo } }, items);
		expect(error.message).toContain('has the phones of one item, and other items have others');
	});

	it.each([
		{ what: 'is the same for all', list: "={{ $('Input').first().json.optOuts }}" },
		{ what: 'is that of the only item that has one', list: '={{ $input.first().json.onlyHere }}' },
		{ what: 'is a row of settings', list: "={{ $('Input').first().json.setting }}" },
		{
			what: 'is made of several items by hand',
			list: "={{ $('Input').first().json.phone }}, {{ $('Input').last().json.phone }}",
		},
	])('is a list if it $what', async ({ list }) => {
		const items = itemsOf(ANA, BEN, ZOE).map(({ json }, at) => {
			const optOuts = [ANA, ZOE];
			const setting = at === 0 ? optOuts.join() : 'America/Sao_Paulo';
			return { json: { ...json, optOuts, setting, onlyHere: at === 0 ? optOuts : undefined } };
		});
		const { error } = await send({ options: { doNotSendTo: list } }, items);
		expect(error).toBeUndefined();
		expect(service.ledger.phones).toEqual([BEN]);
	});
});

it('says how many entries are undefined, as their items may have the phone in another field', async () => {
	const doNotSendTo = "={{ $('Input').all().map((item) => item.json.optOut) }}";
	const items = itemsOf(ANA, BEN).map(({ json }, at) => ({
		json: at === 0 ? { ...json, optOut: ANA } : { ...json, OptOut: BEN },
	}));
	const { hints } = await send({ options: { doNotSendTo } }, items);
	expect(hints).toContain(
		'Options > Do Not Send To has undefined entries (1 of 2): if their items have the phone in another field, these people are not left out.',
	);
});

it('the Default Country plays no part', async () => {
	const options = { defaultCountry: 'BR', doNotSendTo: '55 1234 5678' };
	await send({ options }, itemsOf('+525512345678', '(11) 98765-4321'));
	expect(service.ledger.phones).toEqual(['+5511987654321']);
});

it.each([
	`={{ '${ANA}' }}, {{ $('Input').first().json.optedOut }}`,
	`={{ $('Input').first().json.optedOut }}\n{{ '${ANA}' }}`,
	`=${ANA}, {{ $('Input').first().json.crm.optedOut }}`,
])('of several expressions, one that gives undefined is an error: %s', async (doNotSendTo) => {
	const error = await refuse({ options: { doNotSendTo } }, itemsOf(ANA, BEN, ZOE));
	expect(error.message).toContain('Options > Do Not Send To');
});

describe('a list that cannot be used is an error of the run, and nothing is sent', () => {
	it.each([
		{ list: '={{ ({}) }}', problem: 'is not a list of phones' },
		{ list: '={{ [0] }}', problem: 'contains entries that are not phone numbers: 0' },
		{
			list: `n/a, -, ${ANA}, 12`,
			problem: 'contains entries that are not phone numbers: n/a, - and 12',
		},
		{
			list: '={{ [{ phone: 1 }] }}',
			problem: 'contains entries that are not phone numbers: {"phone":1}',
		},
		{
			list: `={{ ['${ANA}', '${BEN} ${ZOE}', '11 91000-0001 - 3 mensagens'] }}`,
			problem: 'contains entries that are not phone numbers: …5678 and …001 - 3 mensagens',
		},
		{ list: '={{ ["", null] }}', problem: 'has no phones: all its values are empty' },
		{ list: ' ,; ', problem: 'has no phones: all its values are empty' },
	])('$list $problem', async ({ list, problem }) => {
		const error = await refuse({ options: { doNotSendTo: list } }, itemsOf(ANA));
		expect(error.message).toContain(`Options > Do Not Send To ${problem}`);
	});

	it.each([
		"={{ $('Input').all().map(i => i.json.fone) }}",
		"={{ $('Input').all().map(i => i.json.fone).join(',') }}",
		"={{ String($('Input').all().map(i => i.json.fone)) }}",
	])('a single opt-out whose field has another name is one: %s', async (list) => {
		const { error } = await send({ options: { doNotSendTo: list } }, itemsOf(ANA));
		expect(error?.message).toContain('all its values are empty');
	});

	it.each([
		"={{ $('Input').all().map(i => i.json.phone) }}",
		"={{ $('Input').all(0).map(i => i.json.phone) }}",
		'={{ $items("Input").map(i => i.json.phone) }}',
	])(
		'but the empty item that Always Output Data makes of no opt-outs is none: %s',
		async (doNotSendTo) => {
			const empty: INodeExecutionData[] = [{ json: {} }];
			const { items } = await send({ phone: ANA, options: { doNotSendTo } }, empty);
			expect(statusesOf(items)).toEqual(['accepted']);
		},
	);

	it('of two lists, an empty one does not excuse the misspelt field of the other', async () => {
		const list = `={{ [...$("Empty").all(), ...$("Opt-outs").all()].map(i => i.json.fone) }}`;
		const items: Record<string, object[]> = {
			'$("Empty").all()': [{ json: {} }],
			'$("Opt-outs").all()': [{ json: { phone: ANA } }],
		};
		const fields = {
			read: () => [null, null],
			codesOf: () => [list],
			evaluate: (source: string) => items[source],
		} as unknown as FieldReader;
		const hints = new Hints();
		const reading = readOptOuts({ fields, hints, yieldToEventLoop: async () => {} });
		await expect(reading).rejects.toThrow('all its values are empty');
	});

	const items = [
		{ json: { phone: phone(0), optOut: phone(0) } },
		{ json: { phone: phone(1), optOut: phone(1), second: [phone(1)] } },
	];

	it.each([
		'={{ $json.optOut }}',
		"={{ $itemIndex === 0 ? '+5511910000000' : '+5511910000001' }}",
		// The first item has none, as an item beyond the last.
		'={{ $input.item?.json.second ?? [] }}',
		"={{ $('Input').all()[$itemIndex]?.json.second || [] }}",
		'={{ $node["Input"].json.second || [] }}',
		"={{ (() => { const input = $('Input'); return input['it' + 'em'].json.optOut; })() }}",
	])('one that depends on the item is one: %s', async (doNotSendTo) => {
		const error = await refuse({ options: { doNotSendTo } }, items);
		expect(error.message).toMatch(/^Options > Do Not Send To (is one list for the|has no value)/);
		const run = await send({ options: { doNotSendTo } }, items, CONTINUE);
		expect(statusesOf(run.items)).toEqual(['failed', 'failed']);
		expect(service.notifications.requests).toEqual([]);
	});
});
