import type { ILoadOptionsFunctions } from 'n8n-workflow';
import { getCountries } from 'libphonenumber-js/max';
import { Notifications } from '../../../../nodes/Notifications/Notifications.node';
import { phone, users } from '../../../support/notificationsNode';
import { CONTINUE } from '../../../support/onError';
import { sendingForEach, statusesOf } from '../../../support/sendNotifications';

const { send } = sendingForEach();

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
		expect(preview.hints[0]).toContain(`Item 0 failed: ${message}. Nothing would be sent.`);
	},
);

it('the list of Default Country has every country that phone numbers are known of', async () => {
	const { listCountries } = new Notifications().methods.loadOptions ?? {};
	const countries = (await listCountries?.call({} as ILoadOptionsFunctions)) ?? [];
	expect(countries.map(({ value }) => value).toSorted()).toEqual(getCountries().toSorted());
});
