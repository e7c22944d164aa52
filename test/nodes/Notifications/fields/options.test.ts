import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { getCountries } from 'libphonenumber-js/max';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { phone, users } from '../../../support/notificationsNode';
import { nodeWithReads } from '../../../support/nodeWithReads';
import { CONTINUE } from '../../../support/onError';
import { sendingForEach, statusesOf } from '../../../support/sendNotifications';

const { service, send } = sendingForEach();

it.each(['accountId', 'flowId', 'defaultCountry'])(
	'an expression in %s that gives no value fails its own item alone',
	async (option) => {
		const items = [
			{ json: { phone: phone(0), ownValue: null } },
			{ json: { phone: phone(1), ownValue: 'BR' } },
		];
		const options = {
			// Because of this list, the Default Country of each item is read before the items themselves.
			doNotSendTo: '11 91000-0008',
			defaultCountry: 'BR',
			[option]: '={{ $json.ownValue }}',
		};
		const run = await send({ options }, items, CONTINUE);
		expect(statusesOf(run.items)).toEqual(['failed', 'accepted']);
	},
);

it.each([
	{ missing: 'Account ID', credential: { accountId: ' ' } },
	{ missing: 'Flow ID', credential: { flowId: '' } },
	{ missing: 'Account ID and Flow ID', credential: { accountId: '', flowId: ' ' } },
])(
	'$missing must be in the credential, if the options are not added, which a preview says as well',
	async ({ missing, credential }) => {
		const message = `${missing} must be entered in the credential, or under Options`;
		const { error } = await send({}, users(1), { credential });
		expect(error?.message).toBe(message);
		const preview = await send({ sendTo: 'nobody' }, users(1), { credential });
		expect(preview.hints[0]).toBe(message);
	},
);

it.each([
	{
		what: 'Options > Flow ID',
		parameters: { options: { flowId: '={{ 2 ** 53 }}' } },
		message: 'Options > Flow ID: {{ 2 ** 53 }} is a number that has lost its last digits',
	},
	{
		what: 'the ID of Send Once',
		parameters: { sendOnce: 'perId', eventId: '={{ 12345678901234567890 }}' },
		message: 'ID: {{ 12345678901234567890 }} is a number that has lost its last digits',
	},
])('$what must not be a number that has lost its last digits', async ({ parameters, message }) => {
	const { error } = await send(parameters, users(1));
	expect(error?.message).toBe(message);
	expect(service.notifications.requests).toEqual([]);
});

it('evaluates each expression once for an item, and reads all else once, because n8n takes long for it', async () => {
	const reads: Record<string, number> = {};
	const node = nodeWithReads((name) => {
		reads[name] = (reads[name] ?? 0) + 1;
	});
	const parameters = {
		templateId: "={{ 'welcome' }}",
		options: {
			doNotSendTo: `={{ $('Input').all().map((item) => item.json.phone).filter((each) => /1$/.test(each)) }}`,
			defaultCountry: "={{ 'BR' }}",
			accountId: 'A',
		},
	};
	await send(parameters, users(3), { node });
	expect(service.ledger.phones.toSorted()).toEqual([phone(0), phone(2)]);
	expect(reads).toMatchObject({
		templateId: 3,
		phone: 3,
		sendOnce: 1,
		'options.accountId': 1,
		'options.labels': 1,
		// For each item, for its phone. Do Not Send To needs the country of all items only if it is the same.
		'options.defaultCountry': 3,
		// Once more after the last item, which shows whether it depends on the item.
		'options.doNotSendTo': 2,
	});
	expect(reads).not.toHaveProperty('options');
});

it('the list of Default Country has every country that phone numbers are known of', async () => {
	const { listCountries } = new Notifications().methods.loadOptions ?? {};
	const countries = (await listCountries?.call({} as ILoadOptionsFunctions)) ?? [];
	expect(countries.map(({ value }) => value).toSorted()).toEqual(getCountries().toSorted());
});
