import { OUTPUT_FIELDS } from '../../../nodes/Notifications/outputItem';
import { phone, users } from '../../support/notificationsNode';
import { CONTINUE } from '../../support/onError';
import { itemsOf, sendingForEach } from '../../support/sendNotifications';

const { service, send } = sendingForEach();

const ALL_NULL = Object.fromEntries(OUTPUT_FIELDS.map((name) => [name, null]));
const TEXT = expect.any(String) as string;

it('an output item has all fields of the node, nothing of an earlier result, and then the other fields of the input', async () => {
	const input = {
		name: 'Ana',
		phone: phone(0),
		status: 'failed',
		note: 'No',
		mayHaveBeenSent: true,
	};
	const { items } = await send({ sendOnce: 'always' }, [{ json: input }]);
	expect(Object.keys(items[0]?.json ?? {})).toEqual([...OUTPUT_FIELDS, 'name']);
	expect(items[0]?.json).toEqual({
		...ALL_NULL,
		phone: phone(0),
		status: 'accepted',
		text: '',
		template: 'welcome',
		nonce: '',
		name: 'Ana',
	});
});

it('an item that fails keeps what is known of it', async () => {
	const parameters = { paramsMode: 'json', paramsJson: '{}' };
	const credential = { templates: 'welcome: Hi {{name}}' };
	const written = phone(0).replace('+', '00');
	const run = await send(parameters, itemsOf('(11) 98765-4321', written), {
		...CONTINUE,
		credential,
	});
	expect(run.items[0]?.json).toMatchObject({ phone: '(11) 98765-4321', template: 'welcome' });
	expect(run.items[1]?.json).toEqual({
		...ALL_NULL,
		phone: phone(0),
		template: 'welcome',
		status: 'failed',
		note: TEXT,
		mayHaveBeenSent: false,
	});
	expect(run.items[1]?.json.note).toMatch(
		/^The template needs a value for "name"\. The item has values for none/,
	);
});

it('an item keeps its phone if the credential cannot be used, so that it can be sent again', async () => {
	const parameters = { phone: '={{ $json.number }}' };
	const input = [{ json: { number: phone(0) } }, { json: { other: 1 } }];
	const run = await send(parameters, input, { ...CONTINUE, credential: { apiToken: '' } });
	expect(run.items.map(({ json }) => json.phone)).toEqual([phone(0), null]);
	expect(run.items.map(({ json }) => json.template)).toEqual(['welcome', 'welcome']);
});

it.each([
	{ templates: 'welcome: Hi {{name}}!', text: 'Hi Ana!\n[Button 2: …/track/1042]' },
	{ templates: '', text: 'name: Ana\n[Button 2: …/track/1042]' },
])(
	'the text is what the customer reads, with the end of the link of a button: $text',
	async (row) => {
		const parameters = {
			paramsMode: 'json',
			paramsJson: '{ "name": "Ana" }',
			options: { buttons: { values: [{ position: 2, value: '/track/1042' }] } },
		};
		const credential = { templates: row.templates };
		const { items } = await send(parameters, users(1), { credential });
		expect(items[0]?.json.text).toBe(row.text);
	},
);

const WITH_WARNING = { paramsMode: 'json', paramsJson: JSON.stringify({ address: 'a\nb' }) };

it.each([
	{ what: 'accepted', parameters: {}, answer: { success: true }, says: '' },
	{
		what: 'tested',
		parameters: { sendTo: 'testPhone', testPhone: phone(9) },
		answer: { success: true },
		says: `It went to the test phone, ${phone(9)}. `,
	},
	{
		what: 'refused',
		parameters: {},
		answer: { success: false, reason: 'No' },
		says: 'The service refused the notification. It said: No. ',
	},
])(
	'the warnings of a message that was $what stand at the end of the note',
	async ({ parameters, answer, says }) => {
		service.notifications.answer = () => ({ body: answer });
		const run = await send({ ...WITH_WARNING, ...parameters }, users(1), CONTINUE);
		const note = run.items[0]?.json.note as string;
		expect(note.slice(0, says.length)).toBe(says);
		expect(note.slice(says.length)).toMatch(/^The parameter "address" has a line break/);
	},
);
