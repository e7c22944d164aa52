import { users } from '../../../support/notificationsNode';
import { CONTINUE } from '../../../support/onError';
import { sendFunction, valuesOf } from '../../../support/sendNotifications';
import { ACCEPTS_ALL } from '../../../service/options';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach(ACCEPTS_ALL);
const send = sendFunction(service);

describe.each([
	{
		problem: 'a value whose expression gives nothing',
		label: { key: 'source', value: '={{ $json.none }}' },
		message: 'Label 1 > Value: {{ $json.none }} gave no value',
	},
	{
		problem: 'a value with a part that gives nothing',
		label: { key: 'source', value: '=summer-{{ $json.none }}' },
		message: 'Label 1 > Value: {{ $json.none }} gave no value',
	},
	{
		problem: 'an empty value',
		label: { key: 'source', value: '' },
		message: 'Label 1 has no value',
	},
	{
		problem: 'a value of a character that nobody sees',
		label: { key: 'source', value: '\u200b' },
		message: 'Label 1 has no value',
	},
	{
		problem: 'a key whose expression gives nothing',
		label: { key: '={{ $json.none }}', value: 'crm' },
		message: 'Label 1 > Key: {{ $json.none }} gave no value',
	},
	{
		problem: 'a list as its value',
		label: { key: 'source', value: '={{ [1] }}' },
		message: 'Label 1 > Value is an object or a list',
	},
	{
		problem: 'a value in which an expression has left "undefined"',
		label: { key: 'source', value: "={{ 'crm ' + undefined }}" },
		message: `Label 1 > Value: {{ 'crm ' + undefined }} contains "undefined": crm undefined`,
	},
	{
		problem: 'a key that is an expression in Fixed mode',
		label: { key: '{{ $json.key }}', value: 'crm' },
		message: 'Label 1 > Key contains the text of an expression: {{ $json.key }}',
	},
])('a label with $problem', ({ label, message }) => {
	const parameters = { options: { labels: { values: [label] } } };

	it('is an error, and nothing is sent', async () => {
		const { error } = await send(parameters, users(1));
		expect(error?.message).toBe(message);
		expect(service.notifications.requests).toEqual([]);
	});

	it('fails its item with Continue, and nothing is sent', async () => {
		const { items } = await send(parameters, users(2), CONTINUE);
		expect(valuesOf(items, 'error')).toEqual([message, message]);
		expect(service.notifications.requests).toEqual([]);
	});
});
