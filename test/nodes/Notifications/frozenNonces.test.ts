import type { INodeParameters } from 'n8n-workflow';
import { atDate } from '../../support/fixedDate';
import { receivedUsers, sendingForEach } from '../../support/sendNotifications';

/*
 * FROZEN VALUES. The nonces that the node sends for usual messages, with everything between the item and the service:
 * the phone, the parameters, the day, the ID. If one of them changes in an update, customers are notified twice. So
 * these values change only on purpose, before the first release, and `CHANGELOG.md` says so.
 */

const { service, send } = sendingForEach();

/** Still the 21st of November in São Paulo, but the 22nd in UTC. */
const NIGHT = '2026-11-22T02:00:00Z';

const ITEM = {
	phone: '+55 (11) 98765-4321',
	name: 'Ana',
	order_id: 1042,
	total: 59.9,
	note: null,
};

const NAME_AND_ORDER: INodeParameters = {
	paramsMode: 'assignments',
	paramAssignments: {
		assignments: [
			{ id: '1', name: 'name', value: '={{ $json.name }}', type: 'string' },
			{ id: '2', name: 'order_id', value: '={{ $json.order_id }}', type: 'string' },
		],
	},
};
const TYPED: INodeParameters = {
	paramsMode: 'json',
	paramsJson:
		'={{ ({ paid: true, total: $json.total, buttons: [{ sub_type: "url", index: 0, parameters: [{ text: "a/1" }] }] }) }}',
};
const BY_FORM: INodeParameters = {
	paramsMode: 'form',
	paramsForm: { mappingMode: 'defineBelow', value: { name: 'Ana', order_id: '1042' } },
};
const LABELS: INodeParameters = {
	options: { labels: { values: [{ key: 'source', value: 'crm' }] } },
};
const ORDER_ID: INodeParameters = { eventId: '={{ $json.order_id }}' };

const NONCES = [
	{
		what: 'Once a Day, as the node is by default, without parameters',
		parameters: {},
		nonce: '6c1c022a05b441172da6236138197fe07ae380b2791c0e838db6bd3cddbb971b',
	},
	{
		what: 'Once a Day, Define Below',
		parameters: NAME_AND_ORDER,
		nonce: '1d7e4d94686d40601f4682f35aebabcee40d8b423f6e977b6409ade3bff61a92',
	},
	{
		what: 'Once a Day, Form of the Template',
		parameters: BY_FORM,
		nonce: '1d7e4d94686d40601f4682f35aebabcee40d8b423f6e977b6409ade3bff61a92',
	},
	{
		what: 'Once a Day, JSON with values of all types',
		parameters: TYPED,
		nonce: 'dd4f218860d346644dc6dbe7860c7f879671a1b5a57427c459f134ee27d129a9',
	},
	{
		what: 'Once a Day, with a label',
		parameters: { ...NAME_AND_ORDER, ...LABELS },
		nonce: '75f62755047c593cafeb2140821320cebcd5547e3879307839d34df59cda0af6',
	},
	{
		what: 'Once a Day, with a button',
		parameters: {
			...NAME_AND_ORDER,
			options: { buttons: { values: [{ position: 1, value: '/track/1042' }] } },
		},
		nonce: 'f774a25128745f01e54005f2735b8651a581ef2aea0221af11896aac62e7cab3',
	},
	{
		what: 'Once a Day, with blanks around a value, and the other way to encode an accent',
		parameters: {
			paramsMode: 'json',
			paramsJson: JSON.stringify({ name: ` ${'José'.normalize('NFD')} ` }),
		},
		nonce: '3f420becff8b08d6fc296f1d55187efe07e011df625b970fdf37d42aefd5691d',
	},
	{
		what: 'Only Once',
		parameters: { ...NAME_AND_ORDER, sendOnce: 'ever' },
		nonce: '31b707e2e01af94f176c4957e67050b6903e233eefc595ea2f884ebdf211b632',
	},
	{
		what: 'Only Once, with a label',
		parameters: { ...NAME_AND_ORDER, ...LABELS, sendOnce: 'ever' },
		nonce: '0c75097f5b66682b5ef4563959b46025003b5f8327d827bd96978addea390a59',
	},
	{
		what: 'Once per Order or Event ID',
		parameters: { ...NAME_AND_ORDER, ...ORDER_ID, sendOnce: 'perId' },
		nonce: '6007ce81e1c15550040b01a6363a5d48220a017227910a96fbead4a83615bb36',
	},
	{
		what: 'Your Own Nonce',
		parameters: { ...NAME_AND_ORDER, nonce: '={{ $json.order_id }}', sendOnce: 'nonce' },
		nonce: '1042',
	},
	{ what: 'Every Time', parameters: { ...NAME_AND_ORDER, sendOnce: 'always' }, nonce: '' },
];

it.each(NONCES)('the nonce never changes: $what', async ({ parameters, nonce }) => {
	const { error } = await atDate(NIGHT, () =>
		send({ templateId: 'order_shipped', ...parameters }, [{ json: ITEM }], {
			timeZone: 'America/Sao_Paulo',
			credential: { accountId: 'account-1', flowId: 'flow-1' },
		}),
	);
	expect(error).toBeUndefined();
	expect(receivedUsers(service).map((user) => user.nonce)).toEqual([nonce]);
});
