import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { notificationsTool } from '../../../support/notificationsNode';
import { shownPhone } from '../../../../nodes/Notifications/message/phoneWriting';
import { CONTINUE } from '../../../support/onError';
import { itemsOf, sendingForEach, statusesOf, valuesOf } from '../../../support/sendNotifications';

/* What users map by mistake, and what the error says of it. Whoever follows the advice of the error can send the message. */

const { service, send } = sendingForEach();

interface Mistake {
	phone: string;
	/** The Default Country. */
	country?: string;
	/** The message of the error, which shows at most four digits of the phone. */
	says: string;
}

const ANA = '+5511987654321';
const NINTH = 'Phone lacks the ninth digit that mobile numbers of Brazil have';
const ADDED = 'Phone lacks the digits that its country has added to all numbers';

/** The mistakes of which the advice has an expression to enter for Phone. */
const CORRECTED_BY_EXPRESSION: Mistake[] = [
	{ phone: `'${ANA}`, says: "Phone has an apostrophe, as spreadsheets mark text: '…4321" },
	{ phone: `’${ANA}`, says: 'Phone has an apostrophe, as spreadsheets mark text: ’…4321' },
	{ phone: `="${ANA}"`, says: 'Phone is a formula of a spreadsheet: ="…4321"' },
	{ phone: `=${ANA}`, says: 'Phone is a formula of a spreadsheet: =…4321' },
	{ phone: `"${ANA}"`, says: 'Phone is in quotation marks: "…4321"' },
	{ phone: `p:${ANA}`, says: 'Phone begins with p:, as in exports of lead ads: p:…4321' },
	{ phone: `${ANA}.0`, says: 'Phone has decimals: …321.0' },
	{ phone: '5511987654321.0', country: 'BR', says: 'Phone has decimals: …321.0' },
	{ phone: '5511987654321,00', country: 'BR', says: 'Phone has decimals: …21,00' },
	{
		phone: '(0xx11) 98765-4321',
		country: 'BR',
		says: 'Phone has xx instead of a carrier, as in (0xx11): …xx…4321',
	},
	{
		phone: '0**11 98765-4321',
		country: 'BR',
		says: 'Phone has xx instead of a carrier, as in (0xx11): …**…4321',
	},
];

it.each(CORRECTED_BY_EXPRESSION)(
	'$phone: $says; the expression in the advice corrects it',
	async (row) => {
		const { phone, country, says } = row;
		const options = optionsWith(country);
		const items = [{ json: { phone } }];
		const refused = await send({ options }, items, CONTINUE);
		expect(valuesOf(refused.items, 'error')).toEqual([says]);
		expect(service.notifications.requests).toEqual([]);

		const expression = expressionIn(refused.items[0]?.json.description as string);
		const again = await send({ options, phone: `=${expression}` }, items, CONTINUE);
		expect(statusesOf(again.items)).toEqual(['accepted']);
		expect(service.ledger.phones).toEqual([ANA]);
	},
);

interface CorrectedMistake extends Mistake {
	/** The phone after the advice was followed. */
	corrected: string;
	/** Who is notified then. */
	reaches: string;
}

it.each<CorrectedMistake>([
	{
		phone: '{{ $json.phone }}',
		says: 'Phone is an expression that was not evaluated: {{ $json.phone }}',
		corrected: ANA,
		reaches: ANA,
	},
	{
		phone: '#N/A',
		says: 'Phone is an error of a spreadsheet: #N/A',
		corrected: ANA,
		reaches: ANA,
	},
	{
		phone: '123456789012345@lid',
		says: 'Phone is a WhatsApp ID that hides the phone number: …2345@lid',
		corrected: '5511987654321@c.us',
		reaches: ANA,
	},
	{
		phone: '120363025246125486@g.us',
		says: 'Phone is the ID of a WhatsApp group: …5486@g.us',
		corrected: ANA,
		reaches: ANA,
	},
	{
		phone: 'status@broadcast',
		says: 'Phone is the ID of a WhatsApp channel or broadcast list: status@broadcast',
		corrected: ANA,
		reaches: ANA,
	},
	{
		phone: 'ana@example.com',
		says: 'Phone is an email address: ana@example.com',
		corrected: ANA,
		reaches: ANA,
	},
	{
		phone: 'https://wa.me/message/ABCDEF',
		says: 'Phone is a link without a phone number: https://wa.me/message/ABCDEF',
		corrected: 'https://wa.me/5511987654321',
		reaches: ANA,
	},
	{
		phone: 'https://wa.me/qr/ABC123',
		says: 'Phone is a link without a phone number: https://wa.me/qr/ABC123',
		corrected: 'https://wa.me/5511987654321',
		reaches: ANA,
	},
	{
		phone: 'https://api.whatsapp.com/send?phone=&text=Oi',
		says: 'Phone is a link without a phone number: https://api.whatsapp.com/send?phone=&text=Oi',
		corrected: 'https://api.whatsapp.com/send?phone=5511987654321&text=Oi',
		reaches: ANA,
	},
	{
		phone: '+55 11 9****-4321',
		says: 'Phone has hidden digits: …****-4321',
		corrected: ANA,
		reaches: ANA,
	},
	{
		phone: '+55 11 9XXXX-4321',
		says: 'Phone has hidden digits: …XXXX-4321',
		corrected: ANA,
		reaches: ANA,
	},
	{
		phone: '+55 81 8832-0000',
		says: `${NINTH}: …0000`,
		corrected: '+55 81 98832-0000',
		reaches: '+5581988320000',
	},
	{
		phone: '+55 81 8832-0000',
		says: `${NINTH}: …0000`,
		corrected: 'whatsapp:+55 81 8832-0000',
		reaches: '+558188320000',
	},
	{
		phone: '558188320000',
		country: 'BR',
		says: `${NINTH}: …0000`,
		corrected: '+5581988320000',
		reaches: '+5581988320000',
	},
	{
		phone: '558188320000',
		country: 'BR',
		says: `${NINTH}: …0000`,
		corrected: 'whatsapp:+558188320000',
		reaches: '+558188320000',
	},
	{
		phone: '558188320000',
		says: `${NINTH}: …0000`,
		corrected: '+5581988320000',
		reaches: '+5581988320000',
	},
	{
		phone: '(81) 8832-0000',
		country: 'BR',
		says: `${NINTH}: …0000`,
		corrected: '(81) 98832-0000',
		reaches: '+5581988320000',
	},
	{
		phone: '+22997123456',
		says: `${ADDED}: …3456`,
		corrected: 'whatsapp:+22997123456',
		reaches: '+22997123456',
	},
	{
		phone: '22507123456',
		country: 'CI',
		says: `${ADDED}: …3456`,
		corrected: '+2250707123456',
		reaches: '+2250707123456',
	},
	{
		phone: '+55 11 12345-6789',
		says: 'Phone is not a valid number: …6789',
		corrected: 'whatsapp:+55 11 12345-6789',
		reaches: '+5511123456789',
	},
])('$phone: $says; $corrected is sent', async ({ phone, country, says, corrected, reaches }) => {
	const options = optionsWith(country);
	const refused = await send({ options }, [{ json: { phone } }], CONTINUE);
	expect(valuesOf(refused.items, 'error')).toEqual([says]);
	expect(service.notifications.requests).toEqual([]);

	const again = await send({ options }, [{ json: { phone: corrected } }], CONTINUE);
	expect(statusesOf(again.items)).toEqual(['accepted']);
	expect(service.ledger.phones).toEqual([reaches]);
});

describe('an advice is only given if it leads to the same person, or to an error', () => {
	it.each<{ phone: string; problem: string; advice: string }>([
		{
			phone: '+555511987654321',
			problem: 'has the country code twice: …4321',
			advice: 'Write it once, not twice.',
		},
		{
			phone: '+52 521 55 1234 5678',
			problem: 'has the country code twice: …5678',
			advice: 'Write it once, not twice.',
		},
		{
			phone: 'wa.me/555511987654321',
			problem: 'has the country code twice: wa.me/…4321',
			advice: 'Write it once, not twice.',
		},
		{
			phone: '+55+5511987654321',
			problem: 'has the country code twice: …4321',
			advice: 'Write it once, not twice, with one + before it.',
		},
		{
			phone: '0+55 11 98765-4321',
			problem: 'has digits before its last plus: …4321',
			advice: 'Remove what is before that plus.',
		},
		{
			phone: '00+55 11 98765-4321',
			problem: 'has digits before its last plus: …4321',
			advice: 'Remove what is before that plus.',
		},
		{
			phone: '+0055 11 98765-4321',
			problem: 'begins with both + and 00: …4321',
			advice: 'Write one of them, directly before the country code.',
		},
		// The last digit is missing, or one of the area code. With a 9, each of them would be somebody else.
		{
			phone: '+55 11 98765 432',
			problem: 'lacks a digit of a mobile number of Brazil: …5 432',
			advice: 'Check it: after the area code, there must be nine digits that begin with 9.',
		},
		{
			phone: '+55 1 98765-4321',
			problem: 'lacks a digit of a mobile number of Brazil: …4321',
			advice: 'Check it: after the area code, there must be nine digits that begin with 9.',
		},
		{
			phone: '+55 11 98765-43210',
			problem: 'is not a valid number: …3210',
			advice: 'Check the country code and the digits after it.',
		},
	])('$phone $problem', async ({ phone, problem, advice }) => {
		const { items } = await send({}, [{ json: { phone } }], CONTINUE);
		expect(valuesOf(items, 'error')).toEqual([`Phone ${problem}`]);
		expect(valuesOf(items, 'description')).toEqual([advice]);
	});

	it('the expression against decimals changes no number that ends with 00', async () => {
		const expression = `={{ $json.phone.replace(/^(\\D*\\d[\\d ]{6,})[.,]00?$/, '$1') }}`;
		const items = itemsOf('06.12.34.56.00', '0612345601.0');
		await send({ phone: expression, options: { defaultCountry: 'FR' } }, items);
		expect(service.ledger.phones).toEqual(['+33612345600', '+33612345601']);
	});
});

describe('the expression in an advice is that of the field', () => {
	it.each<{ phone: string; json: IDataObject; reads: string }>([
		{ phone: '={{ $json.tel }}', json: { tel: `'${ANA}` }, reads: '{{ $json.tel.replace(' },
		{
			phone: '={{ $json["Celular 1"] }}',
			json: { 'Celular 1': `'${ANA}` },
			reads: '{{ $json["Celular 1"].replace(',
		},
		{
			phone: "={{ $('Input').item.json.tel }}",
			json: { tel: `'${ANA}` },
			reads: "{{ $('Input').item.json.tel.replace(",
		},
		{
			phone: '={{ $json.tel ?? $json.mobile }}',
			json: { mobile: `'${ANA}` },
			reads: '{{ ($json.tel ?? $json.mobile).replace(',
		},
		{
			phone: '={{ $json.phones }}',
			json: { phones: [{ id: '123456789', label: 'work', value: ANA }] },
			reads: '{{ $json.phones[0].value }}',
		},
		{
			phone: '={{ $json.phones }}',
			json: { phones: [{ 'Phone Number': ANA }] },
			reads: '{{ $json.phones[0]["Phone Number"] }}',
		},
		{ phone: '={{ $json.phones }}', json: { phones: [ANA] }, reads: '{{ $json.phones[0] }}' },
		{
			phone: '={{ $json.contact }}',
			json: { contact: { name: 'Ana', mobile: ANA } },
			reads: '{{ $json.contact.mobile }}',
		},
	])('$phone', async ({ phone, json, reads }) => {
		const refused = await send({ phone }, [{ json }], CONTINUE);
		const description = refused.items[0]?.json.description as string;
		expect(description).toContain(reads);
		await send({ phone: `=${expressionIn(description)}` }, [{ json }]);
		expect(service.ledger.phones).toEqual([ANA]);
	});

	it.each<{ phone: string; json: IDataObject }>([
		{ phone: `'${ANA}`, json: {} },
		{ phone: '=+55{{ $json.phone }}', json: { phone: "'11987654321" } },
		{ phone: '={{ $json.area }} {{ $json.phone }}', json: { area: '11', phone: '98765-4321' } },
		{ phone: '={{ $json.phones }}', json: { phones: [] } },
		{ phone: '={{ $json.phones }}', json: { phones: [{ id: 5511987654321 }] } },
	])('and there is none for $phone', async ({ phone, json }) => {
		const { items } = await send({ phone }, [{ json }], CONTINUE);
		expect(items[0]?.json.description).not.toContain('{{');
	});
});

it.each(["'+5511987654321", '11 98765-4321', '+555511987654321', '+55 81 8832-0000'])(
	'an AI model that gives %p is told what to pass, without an expression',
	async (phone) => {
		const { items } = await send({ phone }, [{ json: {} }], { node: notificationsTool() });
		const { error } = items[0]!.json;
		expect(error).toMatch(
			/^Phone .*\. Pass the phone number with \+ and the country code first\.$/,
		);
	},
);

it.each<{ text: string; shown: string }>([
	{ text: '+55 (11) 98765-4321', shown: '…4321' },
	{ text: "'+5511987654321", shown: "'…4321" },
	{ text: 'call Ana, +5511987654321', shown: 'call Ana, …4321' },
	{ text: '12345', shown: '…2345' },
	{ text: '1234', shown: '1234' },
	{ text: 'n/a', shown: 'n/a' },
])('$text is shown as $shown', ({ text, shown }) => {
	expect(shownPhone(text)).toBe(shown);
});

function optionsWith(defaultCountry: string | undefined): INodeParameters {
	return defaultCountry === undefined ? {} : { defaultCountry };
}

/** "{{ … }}" */
function expressionIn(text: string): string {
	const [expression] = /\{\{.*\}\}/.exec(text) ?? [];
	if (expression === undefined) throw new Error(`There is no expression in: ${text}`);
	return expression;
}
