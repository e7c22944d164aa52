import { readOptOuts } from '../../../../nodes/Notifications/fields/doNotSendTo';
import { InputError } from '../../../../nodes/shared/errors';
import { Hints } from '../../../../nodes/shared/context';
import { phone } from '../../../support/notificationsNode';
import { CONTINUE } from '../../../support/onError';
import { itemsOf, sendingForEach, statusesOf, valuesOf } from '../../../support/sendNotifications';

/* Options > Do Not Send To: one list for the run. */

const ANA = '+5511910000001';
const BEN = '+442079460018';
const ZOE = '+491712345678';

async function read(list: unknown, { country = '', hints = new Hints() } = {}) {
	return await readOptOuts(list, { country, hints, yieldToEventLoop: async () => {} });
}

/** Those of Ana, Ben and Zoe whom the list leaves out. */
async function leftOut(list: unknown): Promise<string[]> {
	const optOuts = await read(list);
	return [ANA, BEN, ZOE].filter((phone) => optOuts.match(phone));
}

it.each([
	{
		what: 'phones in a text, separated by commas, semicolons or line breaks',
		list: `+55 (11) 91000-0001; ${ZOE}\n${ANA}, ,`,
		phones: [ANA, ZOE],
	},
	{
		what: 'phones in a list, without what is empty',
		list: [ZOE, '', null, '+5511910000001'],
		phones: [ANA, ZOE],
	},
	{ what: 'a phone that is a number', list: 5511910000001, phones: [ANA] },
	{ what: 'a phone without its country code', list: '(11) 91000-0001', phones: [ANA] },
	{ what: 'nobody by an empty text', list: '', phones: [] },
	{ what: 'nobody by a space', list: ' ', phones: [] },
	{ what: 'nobody by an empty list', list: [], phones: [] },
	{ what: 'nobody by a list with an empty text', list: [''], phones: [] },
	{ what: 'nobody by a list without a value', list: [undefined], phones: [] },
])('leaves out $what', async ({ list, phones }) => {
	expect(await leftOut(list)).toEqual(phones);
});

describe('two numbers in one cell', () => {
	it.each(['+55 (11) 91000-0001', '(+55) 11 91000 0001', '0055 11/910000001', '55 11 9 1000 0001'])(
		'but the parts of a single one are not: %s',
		async (cell) => {
			expect(await leftOut([cell])).toEqual([ANA]);
		},
	);
});

it('a hint shows the phones that are valid in no reading', async () => {
	const hints = new Hints();
	const list = ['+44 7911 12345', ANA, '98765-4321', '+55 11 98765-43210', '+49 171 2345', ZOE];
	const optOuts = await read(list, { country: 'BR', hints });
	expect([ANA, '+44791112345', ZOE].map((phone) => optOuts.match(phone))).not.toContain(undefined);
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
	await readOptOuts([ANA, ZOE, ANA], { country: 'BR', yieldToEventLoop, hints });
	expect(yieldToEventLoop).toHaveBeenCalledTimes(2);
});

describe('a list that cannot be used is an error that says what to change', () => {
	const CHECK_LIST =
		'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.';
	const CHECK_FIELD = 'Check the name of the field in its expression.';
	const BEGIN_WITH_PLUS =
		'Begin phones with + and the country code, or set Options > Default Country.';

	it.each([
		{ list: {}, problem: 'is not a list of phones', description: CHECK_LIST },
		{
			list: ['', ' ', null],
			problem: 'has 3 values, and all are empty',
			description: CHECK_FIELD,
		},
		{ list: ' ,; ', problem: 'has 3 values, and all are empty', description: CHECK_FIELD },
		{
			list: [12345],
			problem: 'contains an invalid phone number: …2345',
			description: `Check it. ${BEGIN_WITH_PLUS}`,
		},
		{
			list: `n/a, -, ${ANA}, 12`,
			problem: 'contains 3 entries that are not phone numbers: n/a, -, 12',
			description: `Correct or remove them. ${BEGIN_WITH_PLUS}`,
		},
		{
			list: [{}],
			problem: 'contains an object or a list instead of a phone',
			description:
				"Take the phone of each item, for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.",
		},
	])('$list $problem', async ({ list, problem, description }) => {
		const reading = read(list, { country: 'BR' });
		const error: unknown = await reading.catch((caught: unknown) => caught);
		expect(error).toBeInstanceOf(InputError);
		expect((error as InputError).message).toBe(`Options > Do Not Send To ${problem}`);
		expect((error as InputError).description).toBe(description);
	});
});

describe('in a run', () => {
	const { service, send } = sendingForEach();
	const items = [
		{ json: { phone: phone(0), optOut: phone(0), name: 'User 0' } },
		{ json: { phone: phone(1), optOut: phone(1), name: 'User 1' } },
	];

	it.each([
		`${phone(0)}, ${phone(1)}`,
		`={{ ['${phone(0)}', '${phone(1)}'] }}`,
		"={{ [$('Input').first().json.optOut, $('Input').last().json.optOut] }}",
	])('all items with a phone in the list are skipped: %s', async (doNotSendTo) => {
		const run = await send({ options: { doNotSendTo } }, items);
		const reason = 'Options > Do Not Send To contains this phone';
		expect(valuesOf(run.items, 'reason')).toEqual([reason, reason]);
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
	])('a list that depends on the item is an error of the run: %s', async (doNotSendTo) => {
		const { error } = await send({ options: { doNotSendTo } }, items);
		expect(error?.message).toMatch(/^Options > Do Not Send To (is one list for the|has no value)/);
		expect(error?.context.itemIndex).toBeUndefined();
		expect(service.notifications.requests).toEqual([]);
	});

	it('such a list fails every item with Continue, and nothing is sent', async () => {
		const run = await send({ options: { doNotSendTo: '={{ $json.optOut }}' } }, items, CONTINUE);
		expect(statusesOf(run.items)).toEqual(['failed', 'failed']);
		expect(service.notifications.requests).toEqual([]);
	});

	it('a user is skipped whose opt-out is the national number, without a Default Country', async () => {
		// With a plus, it is a valid number of Peru.
		const run = await send(
			{ options: { doNotSendTo: '51 98765-4321' } },
			itemsOf('+5551987654321'),
		);
		const reason = 'Options > Do Not Send To contains digits that this phone ends with';
		expect(valuesOf(run.items, 'reason')).toEqual([reason]);
		expect(run.hints.join()).not.toContain('not valid');
		expect(service.ledger.phones).toEqual([]);
	});

	it('a Mexican user is skipped whose opt-out is a national number, although the Default Country is Brazil', async () => {
		const options = { defaultCountry: 'BR', doNotSendTo: '55 1234 5678' };
		await send({ options }, itemsOf('+525512345678', '(11) 98765-4321'));
		expect(service.ledger.phones).toEqual(['+5511987654321']);
	});

	it('opt-outs are found whatever the Default Country of each item', async () => {
		const given = [
			{ json: { phone: '11987654321', country: 'BR' } },
			{ json: { phone: '2125551234', country: 'US', isOut: true } },
			{ json: { phone: '0151 23456789', country: 'DE', isOut: true } },
		];
		const doNotSendTo = `={{ $('Input').all().filter(({ json }) => json.isOut).map(({ json }) => json.phone) }}`;
		const options = { defaultCountry: '={{ $json.country }}', doNotSendTo };
		const run = await send({ options }, given);
		expect(service.ledger.phones).toEqual(['+5511987654321']);
		expect(run.hints.join()).not.toContain('not valid');
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
});
