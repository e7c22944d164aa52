import type { INodeParameters } from 'n8n-workflow';
import { users } from '../../../support/notificationsNode';
import { receivedUsers, sendingForEach } from '../../../support/sendNotifications';

const { service, send, refuse } = sendingForEach();

function withButtons(...values: INodeParameters[]): INodeParameters {
	return { options: { buttons: { values } } };
}

it('Link Buttons are sent as a list, by their positions in the template', async () => {
	const buttons = withButtons(
		{ position: 2, value: ' /help ' },
		{ position: 1, value: '=/track/{{ $json.name }}' },
	);
	await send(buttons, users(1));
	expect(receivedUsers(service)[0]?.params).toEqual({
		buttons: [
			{ sub_type: 'url', index: 0, parameters: [{ text: '/track/User 0' }] },
			{ sub_type: 'url', index: 1, parameters: [{ text: '/help' }] },
		],
	});
});

it.each([
	{ value: '', message: 'Link Button 1 has no link' },
	{ value: "={{ '/t/' + $json.none }}", message: 'Link Button 1 contains "undefined"' },
	{ value: "={{ '/t/' + $json.empty }}", message: 'has no value for $json.empty' },
	{
		value: "={{ '/t/' + $json.empty + ($json.name ? '?n=1' : '') }}",
		message: 'has no value for $json.empty',
	},
	{ value: '/t/{{ $json.name }}', message: 'Link Button 1 contains an expression' },
])('a button with the link $value is an error, and nothing is sent', async ({ value, message }) => {
	const items = [{ json: { ...users(1)[0]?.json, empty: '' } }];
	const error = await refuse(withButtons({ position: 1, value }), items);
	expect(error.message).toContain(message);
});

it('a whole address in place of the end of a link is said in a warning', async () => {
	const item = { json: { ...users(1)[0]!.json, tracking_url: 'https://track.example/BR1' } };
	const buttons = withButtons(
		{ position: 1, value: '={{ $json.tracking_url }}' },
		{ position: 2, value: '=/to?url={{ $json.tracking_url }}' },
		{ position: 3, value: '=/to/{{ $json.tracking_url }}' },
		{ position: 4, value: 'www.track.example/BR1' },
	);
	const { items } = await send(buttons, [item]);
	const problem = 'is a whole address, but becomes the end of the link in the template.';
	expect(items[0]?.json).toMatchObject({
		status: 'accepted',
		note: [1, 3, 4].map((position) => `Link Button ${position} ${problem}`).join(' '),
	});
});

it('a number behind a # is said in a warning, since the website would get nothing of it', async () => {
	const item = { json: { ...users(1)[0]!.json, order: '#1042' } };
	const buttons = withButtons(
		{ position: 1, value: '=/track/{{ $json.order }}' },
		{ position: 2, value: '/faq/#1-how-to-pay' },
		{ position: 3, value: '/#/orders/1042' },
	);
	const { items } = await send(buttons, [item]);
	expect(items[0]?.json.note).toBe(
		'Link Button 1 has a number behind a #, of which the website gets nothing.',
	);
});

it('a link has nothing that nobody sees, and no blank of the edge of a cell', async () => {
	const item = { json: { ...users(1)[0]!.json, code: ' \uFEFFBR1-e\u0301\u00A0' } };
	await send(withButtons({ position: 1, value: '=/track/{{ $json.code }}?n=1' }), [item]);
	expect(receivedUsers(service)[0]?.params).toMatchObject({
		buttons: [{ parameters: [{ text: '/track/BR1-e\u0301?n=1' }] }],
	});
});

it('a link to what a program has written in place of a value is said in a warning', async () => {
	const item = { json: { ...users(1)[0]!.json, code: 'None' } };
	const button = withButtons({ position: 1, value: '=/track/{{ $json.code }}' });
	const { items } = await send(button, [item]);
	expect(items[0]?.json.note).toBe(
		'The parameter "buttons" has what spreadsheets and databases write in place of a value.',
	);
});

it('a link may be a slash by a condition', async () => {
	const value = "={{ $json.ref ? $json.ref : '/' }}";
	const { items } = await send(withButtons({ position: 1, value }), users(1));
	expect(items[0]?.json).toMatchObject({ status: 'accepted', text: '[Button 1: …/]' });
});

it.each([
	{
		what: 'the position of another one',
		parameters: withButtons({ position: 3, value: '/a' }, { position: 3, value: '/b' }),
		message: 'Link Button 2 has position 3, which another button already has',
	},
	{
		what: 'a position that no template has',
		parameters: withButtons({ position: 11, value: '/a' }),
		message: 'Link Button 1 is not valid',
	},
	{
		what: 'the same place as the parameter "buttons"',
		parameters: {
			...withButtons({ position: 1, value: '/a' }),
			paramsMode: 'json',
			paramsJson: '{ "buttons": [] }',
		},
		message: 'The parameter "buttons" appears twice',
	},
])('a button with $what is an error', async ({ parameters, message }) => {
	const error = await refuse(parameters, users(1));
	expect(error.message).toBe(message);
});
