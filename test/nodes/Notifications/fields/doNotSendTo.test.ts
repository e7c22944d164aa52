import { blockedPhones } from '../../../../nodes/Notifications/fields/doNotSendTo';
import { InputError } from '../../../../nodes/shared/errors';
import { Hints } from '../../../../nodes/shared/hints';
import { phone } from '../../../support/notificationsNode';
import { valuesOf, CONTINUE, sendFunction, itemsOf } from '../send';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

/* Options > Do Not Send To: one list for the run. */

const ANA = '+5511910000001';
const ZOE = '+491712345678';

const awake = { yieldToEventLoop: async () => {} };

const blocked = async (list: unknown, ...countries: string[]) => {
	const yieldToEventLoop = async () => {};
	return [
		...(await blockedPhones(list, { countries, yieldToEventLoop, hints: new Hints() })),
	].toSorted();
};

it.each<{ what: string; list: unknown; phones: string[] }>([
	{ what: 'those of a text', list: `+55 (11) 91000-0001; ${ZOE}\n${ANA}, ,`, phones: [ANA, ZOE] },
	{ what: 'those of a list', list: [ZOE, '', null, '+5511910000001'], phones: [ANA, ZOE] },
	{ what: 'a number', list: 5511910000001, phones: [ANA] },
	{
		what: 'both forms of a chat address without the ninth digit',
		list: '551110000001@c.us',
		phones: ['+551110000001', ANA],
	},
	{ what: 'nobody by an empty text', list: '', phones: [] },
	{ what: 'nobody by a space', list: ' ', phones: [] },
	{ what: 'nobody by an empty list', list: [], phones: [] },
	{ what: 'nobody by a list with an empty text', list: [''], phones: [] },
	{ what: 'nobody by a list without a value', list: [undefined], phones: [] },
])('blocks $what', async ({ list, phones }) => {
	expect(await blocked(list, 'BR')).toEqual(phones.toSorted());
});

it.each<{ list: string; countries: string[]; phones: string[] }>([
	{ list: '11910000001', countries: ['US', 'BR', 'CN'], phones: [ANA] },
	{ list: '4917459762390', countries: ['DE'], phones: ['+4917459762390', '+494917459762390'] },
	// A country that does not exist fails its own item alone.
	{ list: ANA, countries: ['XX'], phones: [ANA] },
	// Digits with a country code, which the default country has no number of.
	{ list: '5511916321960', countries: ['DE'], phones: ['+5511916321960'] },
	{ list: '6581823990', countries: ['IN'], phones: ['+6581823990', '+916581823990'] },
	{ list: '34619390248', countries: ['IT'], phones: ['+34619390248', '+3934619390248'] },
])('blocks all numbers that $list may be in $countries', async ({ list, countries, phones }) => {
	const found = await blocked(list, ...countries);
	expect(found).toEqual(expect.arrayContaining(phones));
});

describe('a phone that is not valid blocks what it may mean, and stops no run', () => {
	it.each<{ entry: unknown; country: string; blocks: string; what: string }>([
		{
			entry: '558188320000',
			country: 'BR',
			blocks: '+5581988320000',
			what: 'as WhatsApp writes it, without the ninth digit',
		},
		{
			entry: '558188320000',
			country: 'US',
			blocks: '+5581988320000',
			what: 'the same, with the Default Country of another',
		},
		{
			entry: '(81) 8832-0000',
			country: 'BR',
			blocks: '+5581988320000',
			what: 'as before there was a ninth digit',
		},
		{ entry: '+558188320000', country: '', blocks: '+5581988320000', what: 'the same with a plus' },
		{ entry: 558188320000, country: '', blocks: '+5581988320000', what: 'as a number' },
		{ entry: '22507123456', country: 'CI', blocks: '+2250707123456', what: 'of before 2021' },
		{ entry: '22997123456', country: '', blocks: '+2290197123456', what: 'of before 2024' },
		{ entry: '22997123456@c.us', country: '', blocks: '+2290197123456', what: 'of a chat' },
		{ entry: 'wa.me/558188320000', country: '', blocks: '+5581988320000', what: 'of a link' },
		{
			entry: 'https://wa.me/11987654321',
			country: 'BR',
			blocks: '+5511987654321',
			what: 'of a link that lacks the country code',
		},
		{ entry: '0012392283745', country: 'ID', blocks: '+12392283745', what: 'of two readings' },
		{ entry: '0012392283745', country: 'ID', blocks: '+2392283745', what: 'of two readings' },
		{ entry: '5215512345678', country: 'MX', blocks: '+525512345678', what: 'with the 1' },
		{ entry: '5215512345678', country: '', blocks: '+525512345678', what: 'with the 1' },
	])('$entry with "$country", $what', async ({ entry, country, blocks }) => {
		const hints = new Hints();
		const found = await blockedPhones([entry, ZOE], { countries: [country], ...awake, hints });
		expect([...found]).toEqual(expect.arrayContaining([blocks, ZOE]));
		expect(hints.all(1)).toEqual([]);
	});

	it('a hint counts those that are valid in no reading, and shows the first three', async () => {
		const hints = new Hints();
		const list = ['+44 7911 12345', ANA, '98765-4321', '+55 11 98765-43210', '+49 171 2345', ZOE];
		const found = await blockedPhones(list, { countries: ['BR'], ...awake, hints });
		expect([...found]).toEqual(expect.arrayContaining([ANA, '+44791112345', ZOE]));
		expect(hints.all(1)).toEqual([
			{
				message:
					'Options > Do Not Send To contains 4 phones that are not valid: …2345, …4321, …3210, …. Nobody else is skipped for them, so check the digits.',
				location: 'outputPane',
				type: 'warning',
			},
		]);
	});
});

it('lets n8n yieldToEventLoop behind each phone', async () => {
	const yieldToEventLoop = jest.fn(async () => {});
	await blockedPhones([ANA, ZOE, ANA], { countries: ['BR'], yieldToEventLoop, hints: new Hints() });
	expect(yieldToEventLoop).toHaveBeenCalledTimes(2);
});

const NO_LIST =
	'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.';
const NO_FIELD = 'Check the name of the field in its expression.';
const ALL = "for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.";
const NO_PHONE =
	'Check it. Begin phones with + and the country code, or set Options > Default Country.';

const NO_PHONES = NO_PHONE.replace('Check it.', 'Correct or remove them.');

it.each<[unknown, string, string]>([
	[{}, 'is not a list of phones', NO_LIST],
	[true, 'is not a list of phones', NO_LIST],
	[['', ' ', null], 'has 3 values, and all are empty', NO_FIELD],
	[' ,; ', 'has 3 values, and all are empty', NO_FIELD],
	['12', 'contains an invalid phone number: 12', NO_PHONE],
	[[12345], 'contains an invalid phone number: …2345', NO_PHONE],
	['n/a', 'contains an invalid phone number: n/a', NO_PHONE],
	[
		`n/a, -, ${ANA}, none`,
		'contains 3 entries that are not phone numbers: n/a, -, none',
		NO_PHONES,
	],
	[
		[ANA, 'n/a', '-', 12345, 'x', 'none', 'n/a'],
		'contains 5 entries that are not phone numbers: n/a, -, …2345, …',
		NO_PHONES,
	],
	[[{}], 'contains an object or a list instead of a phone', `Take the phone of each item, ${ALL}`],
])('%j is an error that says what to change', async (list, problem, description) => {
	const message = `Options > Do Not Send To ${problem}`;
	const error: unknown = await blocked(list, 'BR').catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(InputError);
	expect(error).toMatchObject({ message, description });
});

describe('through the node', () => {
	const service = serviceForEach(ACCEPTS_ALL);
	const send = sendFunction(service);
	/** Each item asks that its own phone gets nothing, and so does the first one for nobody else. */
	const optOut = (at: number) => ({ phone: phone(at), optOut: phone(at), name: `User ${at}` });
	const items = [0, 1].map((at) => ({ json: optOut(at) }));

	it.each([
		`${phone(0)}, ${phone(1)}`,
		`={{ ['${phone(0)}', '${phone(1)}'] }}`,
		"={{ $('Input').all().map((item) => item.json.optOut) }}",
		'={{ $input.all().map((item) => item.json.optOut) }}',
		"={{ [$('Input').first().json.optOut, $('Input').last().json.optOut] }}",
	])('%s is one list for all items', async (doNotSendTo) => {
		const { items: output } = await send({ options: { doNotSendTo } }, items);
		const reason = 'Options > Do Not Send To contains this phone';
		expect(valuesOf(output, 'reason')).toEqual([reason, reason]);
		expect(service.notifications.requests).toEqual([]);
	});

	it.each([
		'={{ $json.optOut }}',
		'={{ $json.optOut ?? [] }}',
		"={{ $('Input').item.json.optOut }}",
		'={{ $input.item.json.optOut }}',
		"={{ $('Input').pairedItem().json.optOut }}",
		"={{ $('Input').itemMatching($itemIndex).json.optOut }}",
		"={{ $('Input').all()[$itemIndex].json.optOut }}",
		"={{ $itemIndex === 0 ? '+5511910000000' : '+5511910000001' }}",
		"={{ (() => { const input = $('Input'); return input['it' + 'em'].json.optOut; })() }}",
	])('%s is of the item, so it is an error, and nothing is sent', async (doNotSendTo) => {
		const { error } = await send({ options: { doNotSendTo } }, items);
		expect(error?.message).toMatch(/^Options > Do Not Send To (is one list for the|has no value)/);
		expect(error?.context.itemIndex).toBeUndefined();
		const going = await send({ options: { doNotSendTo } }, items, CONTINUE);
		expect(valuesOf(going.items, 'status')).toEqual(['failed', 'failed']);
		expect(service.notifications.requests).toEqual([]);
	});

	it('phones are read by the Default Country of each item', async () => {
		const given = [
			{ phone: '11987654321', country: 'BR' },
			{ phone: '2125551234', country: 'US', isOut: true },
			{ phone: '0151 23456789', country: 'DE', isOut: true },
		].map((json) => ({ json }));
		const doNotSendTo = `={{ $('Input').all().filter(({ json }) => json.isOut).map(({ json }) => json.phone) }}`;
		const options = { defaultCountry: '={{ $json.country }}', doNotSendTo };
		await send({ options }, given);
		expect(service.ledger.phones).toEqual(['+5511987654321']);
	});

	it('one that is not valid stops no run, and the person is recognized', async () => {
		const doNotSendTo = '558188320000, 22507123456, +44 7911 12345';
		const people = itemsOf('+5581988320000', '+2250707123456', phone(0));
		const options = { doNotSendTo, defaultCountry: 'BR' };
		const { items: output, hints } = await send({ options }, people);
		expect(valuesOf(output, 'status')).toEqual(['skipped', 'skipped', 'accepted']);
		expect(service.ledger.phones).toEqual([phone(0)]);
		expect(hints).toContain(
			'Options > Do Not Send To contains a phone that is not valid: …2345. Nobody else is skipped for it, so check the digits.',
		);
	});

	it('finds an item whose phone is a chat address without the ninth digit', async () => {
		const people = itemsOf('553187654321@c.us', '541123456789@c.us', '553133334444@c.us', phone(0));
		const doNotSendTo = '+55 31 98765-4321, +54 9 11 2345-6789, +55 31 3333-4444';
		await send({ options: { doNotSendTo } }, people);
		expect(service.ledger.phones).toEqual([phone(0)]);
	});
});
