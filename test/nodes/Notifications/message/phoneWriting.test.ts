import { notificationsTool } from '../../../support/notificationsNode';
import { shownPhone } from '../../../../nodes/Notifications/message/phoneWriting';
import { CONTINUE } from '../../../support/onError';
import { itemsOf, sendingForEach, statusesOf, valuesOf } from '../../../support/sendNotifications';

/* Mistakes of which the error has an expression to enter for Phone. Whoever follows the advice can send the message. */

const { service, send } = sendingForEach();

const ANA = '+5511987654321';

/** "{{ … }}" in the error of the first item */
function expressionIn({ items }: Awaited<ReturnType<typeof send>>): string {
	const description = items[0]?.json.description as string;
	const [expression] = /\{\{.*\}\}/.exec(description) ?? [];
	if (expression === undefined) throw new Error(`There is no expression in: ${description}`);
	return expression;
}

it.each([
	{ phone: `'${ANA}`, says: "Phone has an apostrophe, as spreadsheets mark text: '…4321" },
	{ phone: `="${ANA}"`, says: 'Phone is a formula of a spreadsheet: ="…4321"' },
	{ phone: `"${ANA}"`, says: 'Phone is in quotation marks: "…4321"' },
	{ phone: `p:${ANA}`, says: 'Phone begins with p:, as in exports of lead ads: p:…4321' },
	{ phone: `${ANA}.0`, says: 'Phone has decimals: …321.0' },
	{ phone: '5511987654321,00', says: 'Phone has decimals: …21,00' },
	{
		phone: '(0xx11) 98765-4321',
		says: 'Phone has xx instead of a carrier, as in (0xx11): …xx…4321',
	},
	{ phone: '0**11 98765-4321', says: 'Phone has xx instead of a carrier, as in (0xx11): …**…4321' },
])('$phone: $says; the expression in the advice corrects it', async ({ phone, says }) => {
	const options = { defaultCountry: 'BR' };
	const refused = await send({ options }, itemsOf(phone), CONTINUE);
	expect(valuesOf(refused.items, 'error')).toEqual([says]);
	expect(service.notifications.requests).toEqual([]);

	await send({ options, phone: `=${expressionIn(refused)}` }, itemsOf(phone));
	expect(service.ledger.phones).toEqual([ANA]);
});

it('the expression against decimals changes no number that ends with 00', async () => {
	const expression = `={{ $json.phone.replace(/^(\\D*\\d[\\d ]{6,})[.,]00?$/, '$1') }}`;
	const items = itemsOf('06.12.34.56.00', '0612345601.0');
	await send({ phone: expression, options: { defaultCountry: 'FR' } }, items);
	expect(service.ledger.phones).toEqual(['+33612345600', '+33612345601']);
});

describe('the expression in an advice is that of the field', () => {
	it.each([
		{ phone: '={{ $json.tel }}', reads: '{{ $json.tel.replace(' },
		{ phone: '={{ $json["Celular 1"] }}', reads: '{{ $json["Celular 1"].replace(' },
		{ phone: "={{ $('Input').item.json.tel }}", reads: "{{ $('Input').item.json.tel.replace(" },
		{
			phone: '={{ $json.none ?? $json.tel }}',
			reads: '{{ ($json.none ?? $json.tel).replace(',
		},
	])('$phone', async ({ phone, reads }) => {
		const items = [{ json: { tel: `'${ANA}`, 'Celular 1': `'${ANA}` } }];
		const expression = expressionIn(await send({ phone }, items, CONTINUE));
		expect(expression).toContain(reads);
		await send({ phone: `=${expression}` }, items);
		expect(service.ledger.phones).toEqual([ANA]);
	});

	it.each([`'${ANA}`, "=+55'{{ $json.phone }}", "={{ $json.area }}'{{ $json.phone }}'"])(
		'and there is none for %s',
		async (phone) => {
			const items = [{ json: { area: '11', phone: '98765-4321' } }];
			const refused = await send({ phone }, items, CONTINUE);
			expect(statusesOf(refused.items)).toEqual(['failed']);
			expect(refused.items[0]?.json.description).not.toContain('{{');
		},
	);
});

it('an AI model is told what to pass, without an expression', async () => {
	const { items } = await send({}, itemsOf(`'${ANA}`), { node: notificationsTool() });
	expect(items[0]?.json.error).toMatch(
		/^Phone .*\. Pass the phone number with \+ and the country code first\.$/,
	);
});

it.each([
	{ text: '+55 (11) 98765-4321', shown: '…4321' },
	{ text: "'+5511987654321", shown: "'…4321" },
	{ text: 'call Ana, +5511987654321', shown: 'call Ana, …4321' },
	{ text: '12345', shown: '…2345' },
	{ text: '1234', shown: '1234' },
])('$text is shown as $shown', ({ text, shown }) => {
	expect(shownPhone(text)).toBe(shown);
});
