import {
	blockedPhones,
	checkIsOneList,
} from '../../../../../nodes/Notifications/actions/fields/doNotSendTo';
import { InputError } from '../../../../../nodes/shared/errors';

/* Options > Do Not Send To, of all items. */

const ANA = '+5511910000001';
const ZOE = '+491712345678';

const blocked = async (list: unknown, ...countries: string[]) =>
	[...(await blockedPhones(list, { countries, pause: async () => {}, warn: () => {} }))].toSorted();

it.each<[string, unknown, string[]]>([
	['a text', `(11) 91000-0001; ${ZOE}\n${ANA}, ,`, [ANA, ZOE]],
	['a list', [ZOE, '', null, 5511910000001], [ANA, ZOE]],
	['a number', 5511910000001, [ANA]],
	['a chat address without the ninth digit', '551110000001@c.us', ['+551110000001', ANA]],
	...['', ' ', [], [''], [undefined]].map((list): [string, unknown, string[]] => [
		`nobody by ${JSON.stringify(list)}`,
		list,
		[],
	]),
])('blocks %s', async (_, list, phones) => {
	expect(await blocked(list, 'BR')).toEqual(phones.toSorted());
});

it('blocks a phone as it is read in each country, and all numbers that it may be', async () => {
	expect(await blocked('11910000001', 'US', 'BR', 'CN')).toEqual([ANA]);
	expect(await blocked('4917459762390', 'DE')).toEqual(['+4917459762390', '+494917459762390']);
});

it('pauses behind each phone, so that n8n answers meanwhile', async () => {
	let pauses = 0;
	const pause = async () => void (pauses += 1);
	await blockedPhones([ANA, ZOE, ANA], { countries: ['BR'], pause, warn: () => {} });
	expect(pauses).toBe(2);
});

const NO_LIST =
	'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.';
const NO_FIELD = 'Check the name of the field in its expression.';
const ALL = "for example {{ $('Opt-outs').all().map(i => i.json.phone) }}.";
const NO_PHONE =
	'Check it. Begin phones with + and the country code, or set Options > Default Country.';

it.each<[unknown, string, string]>([
	[{}, 'is not a list of phones', NO_LIST],
	[true, 'is not a list of phones', NO_LIST],
	// What n8n makes of an expression that fails.
	[undefined, 'is not a list of phones', NO_LIST],
	[null, 'is not a list of phones', NO_LIST],
	[['', ' ', null], 'has 3 values, and all are empty', NO_FIELD],
	[' ,; ', 'has 3 values, and all are empty', NO_FIELD],
	['12', 'contains an invalid phone number: …12', NO_PHONE],
	[[12], 'contains an invalid phone number: …12', NO_PHONE],
	[[{}], 'contains an object or a list instead of a phone', `Take the phone of each item, ${ALL}`],
])('%j is an error that says what to change', async (list, problem, description) => {
	const message = `Options > Do Not Send To ${problem}`;
	const error: unknown = await blocked(list, 'BR').catch((caught: unknown) => caught);
	expect(error).toBeInstanceOf(InputError);
	expect(error).toMatchObject({ message, description });
});

it.each([
	['$json', '={{ $json.isOut ? $json.phone : "" }}'],
	['.item', "={{ $('Input').item.json.phone }}"],
	['$itemIndex', "={{ $('Input').all()[$itemIndex].json.phone }}"],
	['$binary', '={{ $binary.list }}'],
	['$thisItem', '={{ $thisItem.json.phone }}'],
	['$node', '={{ $node["Input"].json.phone }}'],
	["['item']", "={{ $input['item'].json.phone }}"],
	['.item', "={{ $('Input')?.item.json.phone }}"],
	['.item', "={{ (() => { const input = $('Input'); return input.item.json.phone; })() }}"],
	['["item"]', '={{ $("Input")["item"].json.phone }}'],
])('an expression that names %s is an error that shows how to write it', (name, written) => {
	const message = `Options > Do Not Send To is one list for the run, but its expression names ${name}, which differs by item`;
	const description = `Use a list of all items, ${ALL}`;
	const error = expect.objectContaining({ message, description }) as Error;
	expect(() => checkIsOneList(written)).toThrow(error);
	expect(() => checkIsOneList(written.slice(1))).not.toThrow();
	// A field of that name is none of them.
	expect(() => checkIsOneList("={{ $('Outs').all().map(i => i.json.item) }}")).not.toThrow();
});
