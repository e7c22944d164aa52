import { blockedPhones } from '../../../../nodes/Notifications/fields/doNotSendTo';
import { InputError } from '../../../../nodes/shared/errors';
import { Hints } from '../../../../nodes/shared/hints';
import { phone } from '../../../support/notificationsNode';
import { CONTINUE } from '../../../support/onError';
import { itemsOf, sendFunction, statusesOf, valuesOf } from '../../../support/sendNotifications';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

/* Options > Do Not Send To: one list for the run. */

const ANA = '+5511910000001';
const ZOE = '+491712345678';

interface Reading {
	/** The Default Countries of the items. */
	countries: string[];
	hints?: Hints;
}

/** The numbers that get nothing, in alphabetical order. */
async function blockedBy(list: unknown, reading: Reading): Promise<string[]> {
	const { countries, hints = new Hints() } = reading;
	const yieldToEventLoop = async () => {};
	const blocked = await blockedPhones(list, { countries, hints, yieldToEventLoop });
	return [...blocked].toSorted();
}

it.each<{ what: string; list: unknown; phones: string[] }>([
	{
		what: 'phones in a text, separated by commas, semicolons or line breaks',
		list: `+55 (11) 91000-0001; ${ZOE}\n${ANA}, ,`,
		phones: [ZOE, ANA],
	},
	{
		what: 'phones in a list, without what is empty',
		list: [ZOE, '', null, '+5511910000001'],
		phones: [ZOE, ANA],
	},
	{ what: 'a phone that is a number', list: 5511910000001, phones: [ANA] },
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
	expect(await blockedBy(list, { countries: ['BR'] })).toEqual(phones);
});

describe('blocks every number that a phone may be with the Default Countries of the items', () => {
	it.each<{ what: string; list: string; countries: string[]; phones: string[] }>([
		{
			what: 'a national number in one of three countries',
			list: '11910000001',
			countries: ['US', 'BR', 'CN'],
			phones: [ANA],
		},
		{
			what: 'an international number, although the country of an item does not exist',
			list: ANA,
			countries: ['XX'],
			phones: [ANA],
		},
		{
			what: 'digits that are no valid number of Germany, but begin with the country code of Brazil',
			list: '5511916321960',
			countries: ['DE'],
			phones: ['+5511916321960'],
		},
		{
			what: 'digits that are a number of Germany with its country code, and one without',
			list: '4917459762390',
			countries: ['DE'],
			phones: ['+4917459762390', '+494917459762390'],
		},
		{
			what: 'digits that are a number of India, and one of Singapore with its country code',
			list: '6581823990',
			countries: ['IN'],
			phones: ['+6581823990', '+916581823990'],
		},
		{
			what: 'digits that are a number of Italy, and one of Spain with its country code',
			list: '34619390248',
			countries: ['IT'],
			phones: ['+34619390248', '+3934619390248'],
		},
	])('$what: $list', async ({ list, countries, phones }) => {
		const blocked = await blockedBy(list, { countries });
		expect(blocked).toEqual(expect.arrayContaining(phones));
	});
});

describe('a phone that is not valid blocks what it may mean, without a hint', () => {
	it.each<{ what: string; entry: unknown; country: string; blocks: string }>([
		{
			what: 'a number of Brazil without the ninth digit, as WhatsApp writes it',
			entry: '558188320000',
			country: 'BR',
			blocks: '+5581988320000',
		},
		{
			what: 'a number of Brazil without the ninth digit, with another Default Country',
			entry: '558188320000',
			country: 'US',
			blocks: '+5581988320000',
		},
		{
			what: 'a national number of Brazil without the ninth digit',
			entry: '(81) 8832-0000',
			country: 'BR',
			blocks: '+5581988320000',
		},
		{
			what: 'a number of Brazil without the ninth digit, with a plus',
			entry: '+558188320000',
			country: '',
			blocks: '+5581988320000',
		},
		{
			what: 'a number of Brazil without the ninth digit that is a number, not a text',
			entry: 558188320000,
			country: '',
			blocks: '+5581988320000',
		},
		{
			what: "a number of Côte d'Ivoire from before 2021",
			entry: '22507123456',
			country: 'CI',
			blocks: '+2250707123456',
		},
		{
			what: 'a number of Benin from before 2024',
			entry: '22997123456',
			country: '',
			blocks: '+2290197123456',
		},
		{
			what: 'the chat address of a number of Benin from before 2024',
			entry: '22997123456@c.us',
			country: '',
			blocks: '+2290197123456',
		},
		{
			what: 'a link with a number of Brazil without the ninth digit',
			entry: 'wa.me/558188320000',
			country: '',
			blocks: '+5581988320000',
		},
		{
			what: 'a link that lacks the country code',
			entry: 'https://wa.me/11987654321',
			country: 'BR',
			blocks: '+5511987654321',
		},
		{
			what: 'the first of two numbers that it can be read as',
			entry: '0012392283745',
			country: 'ID',
			blocks: '+12392283745',
		},
		{
			what: 'the second of two numbers that it can be read as',
			entry: '0012392283745',
			country: 'ID',
			blocks: '+2392283745',
		},
		{
			what: 'a number of Mexico with the 1 of former mobile numbers',
			entry: '5215512345678',
			country: 'MX',
			blocks: '+525512345678',
		},
		{
			what: 'a number of Mexico with that 1, without a Default Country',
			entry: '5215512345678',
			country: '',
			blocks: '+525512345678',
		},
	])('$what: $entry', async ({ entry, country, blocks }) => {
		const hints = new Hints();
		const blocked = await blockedBy([entry, ZOE], { countries: [country], hints });
		expect(blocked).toContain(blocks);
		expect(blocked).toContain(ZOE);
		expect(hints.all(1)).toEqual([]);
	});
});

it('a hint counts the phones that are valid in no reading, and shows the first three', async () => {
	const hints = new Hints();
	const list = ['+44 7911 12345', ANA, '98765-4321', '+55 11 98765-43210', '+49 171 2345', ZOE];
	const blocked = await blockedBy(list, { countries: ['BR'], hints });
	expect(blocked).toEqual(expect.arrayContaining([ANA, '+44791112345', ZOE]));
	expect(hints.all(1)).toEqual([
		{
			message:
				'Options > Do Not Send To contains 4 phones that are not valid: …2345, …4321, …3210, …. Nobody else is skipped for them, so check the digits.',
			location: 'outputPane',
			type: 'warning',
		},
	]);
});

it('lets n8n do other work after each different phone', async () => {
	const yieldToEventLoop = jest.fn(async () => {});
	const hints = new Hints();
	await blockedPhones([ANA, ZOE, ANA], { countries: ['BR'], yieldToEventLoop, hints });
	expect(yieldToEventLoop).toHaveBeenCalledTimes(2);
});

describe('a list that cannot be used is an error that says what to change', () => {
	const CHECK_LIST =
		'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.';
	const CHECK_FIELD = 'Check the name of the field in its expression.';
	const CHECK_PHONE =
		'Check it. Begin phones with + and the country code, or set Options > Default Country.';
	const CORRECT_PHONES =
		'Correct or remove them. Begin phones with + and the country code, or set Options > Default Country.';

	it.each<{ list: unknown; problem: string; description: string }>([
		{ list: {}, problem: 'is not a list of phones', description: CHECK_LIST },
		{ list: true, problem: 'is not a list of phones', description: CHECK_LIST },
		{
			list: ['', ' ', null],
			problem: 'has 3 values, and all are empty',
			description: CHECK_FIELD,
		},
		{ list: ' ,; ', problem: 'has 3 values, and all are empty', description: CHECK_FIELD },
		{ list: '12', problem: 'contains an invalid phone number: 12', description: CHECK_PHONE },
		{
			list: [12345],
			problem: 'contains an invalid phone number: …2345',
			description: CHECK_PHONE,
		},
		{ list: 'n/a', problem: 'contains an invalid phone number: n/a', description: CHECK_PHONE },
		{
			list: `n/a, -, ${ANA}, none`,
			problem: 'contains 3 entries that are not phone numbers: n/a, -, none',
			description: CORRECT_PHONES,
		},
		{
			list: [ANA, 'n/a', '-', 12345, 'x', 'none', 'n/a'],
			problem: 'contains 5 entries that are not phone numbers: n/a, -, …2345, …',
			description: CORRECT_PHONES,
		},
		{
			list: [{}],
			problem: 'contains an object or a list instead of a phone',
			description:
				"Take the phone of each item, for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.",
		},
	])('$list $problem', async ({ list, problem, description }) => {
		const reading = blockedBy(list, { countries: ['BR'] });
		const error: unknown = await reading.catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(InputError);
		expect((error as InputError).message).toBe(`Options > Do Not Send To ${problem}`);
		expect((error as InputError).description).toBe(description);
	});
});

describe('in a run', () => {
	const service = serviceForEach(ACCEPTS_ALL);
	const send = sendFunction(service);
	const items = [
		{ json: { phone: phone(0), optOut: phone(0), name: 'User 0' } },
		{ json: { phone: phone(1), optOut: phone(1), name: 'User 1' } },
	];

	it.each([
		`${phone(0)}, ${phone(1)}`,
		`={{ ['${phone(0)}', '${phone(1)}'] }}`,
		"={{ $('Input').all().map((item) => item.json.optOut) }}",
		'={{ $input.all().map((item) => item.json.optOut) }}',
		"={{ [$('Input').first().json.optOut, $('Input').last().json.optOut] }}",
	])('all items with a phone in the list are skipped: %s', async (doNotSendTo) => {
		const run = await send({ options: { doNotSendTo } }, items);
		const reason = 'Options > Do Not Send To contains this phone';
		expect(valuesOf(run.items, 'reason')).toEqual([reason, reason]);
		expect(service.notifications.requests).toEqual([]);
	});

	describe.each([
		'={{ $json.optOut }}',
		'={{ $json.optOut ?? [] }}',
		"={{ $('Input').item.json.optOut }}",
		'={{ $input.item.json.optOut }}',
		"={{ $('Input').pairedItem().json.optOut }}",
		"={{ $('Input').itemMatching($itemIndex).json.optOut }}",
		"={{ $('Input').all()[$itemIndex].json.optOut }}",
		"={{ $itemIndex === 0 ? '+5511910000000' : '+5511910000001' }}",
		"={{ (() => { const input = $('Input'); return input['it' + 'em'].json.optOut; })() }}",
	])('a list that depends on the item: %s', (doNotSendTo) => {
		it('is an error of the run, before anything is sent', async () => {
			const { error } = await send({ options: { doNotSendTo } }, items);
			expect(error?.message).toMatch(
				/^Options > Do Not Send To (is one list for the|has no value)/,
			);
			expect(error?.context.itemIndex).toBeUndefined();
			expect(service.notifications.requests).toEqual([]);
		});

		it('fails every item with Continue, and nothing is sent', async () => {
			const run = await send({ options: { doNotSendTo } }, items, CONTINUE);
			expect(statusesOf(run.items)).toEqual(['failed', 'failed']);
			expect(service.notifications.requests).toEqual([]);
		});
	});

	it('phones are read with the Default Country of each item', async () => {
		const given = [
			{ json: { phone: '11987654321', country: 'BR' } },
			{ json: { phone: '2125551234', country: 'US', isOut: true } },
			{ json: { phone: '0151 23456789', country: 'DE', isOut: true } },
		];
		const doNotSendTo = `={{ $('Input').all().filter(({ json }) => json.isOut).map(({ json }) => json.phone) }}`;
		await send({ options: { defaultCountry: '={{ $json.country }}', doNotSendTo } }, given);
		expect(service.ledger.phones).toEqual(['+5511987654321']);
	});

	it('phones that are not valid block whom they may mean, and those that mean nobody are a hint', async () => {
		const doNotSendTo = '558188320000, 22507123456, +44 7911 12345';
		const given = itemsOf('+5581988320000', '+2250707123456', phone(0));
		const run = await send({ options: { doNotSendTo, defaultCountry: 'BR' } }, given);
		expect(statusesOf(run.items)).toEqual(['skipped', 'skipped', 'accepted']);
		expect(service.ledger.phones).toEqual([phone(0)]);
		expect(run.hints).toContain(
			'Options > Do Not Send To contains a phone that is not valid: …2345. Nobody else is skipped for it, so check the digits.',
		);
	});

	it('a phone blocks the chat address of the same person, which lacks a digit', async () => {
		const doNotSendTo = '+55 31 98765-4321, +54 9 11 2345-6789, +55 31 3333-4444';
		const given = itemsOf('553187654321@c.us', '541123456789@c.us', '553133334444@c.us', phone(0));
		await send({ options: { doNotSendTo } }, given);
		expect(service.ledger.phones).toEqual([phone(0)]);
	});
});
