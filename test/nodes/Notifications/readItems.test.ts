import { CONTINUE } from '../../support/onError';
import { definedBelow, phone, runNotifications } from '../../support/notificationsNode';
import { itemsOf, sendingForEach, statusesOf } from '../../support/sendNotifications';

/* Items that cannot be used: what a run does, and that a preview says the same. */

const { service, send } = sendingForEach();

const WAY_OUT =
	'Correct what is wrong, or set Settings > On Error to Continue, which sends to all others.';
const WITH_ONE_BAD = itemsOf(phone(0), phone(1), phone(2), '+55 11 98765-432', phone(4));

describe('with On Error > Stop Workflow, one bad item means that nobody is notified', () => {
	it('the error of a run says so, and how to go on', async () => {
		const { error } = await send({}, WITH_ONE_BAD);
		expect(error?.message).toBe('Phone is not a valid number: …5-432');
		expect(error?.description).toContain(`Nothing was sent to any of the 5 items. ${WAY_OUT}`);
		expect(error?.context.itemIndex).toBe(3);
		expect(service.ledger.phones).toEqual([]);
	});

	it('a preview is a warning that says so, names the item, and does not say that the others would be sent', async () => {
		const { items, hints } = await send({ sendTo: 'published' }, WITH_ONE_BAD, { mode: 'manual' });
		expect(statusesOf(items)).toEqual(['preview', 'preview', 'preview', 'failed', 'preview']);
		expect(hints.at(-1)).toBe(
			`1 failed. Item 3 failed: Phone is not a valid number: …5-432. Nothing would be sent to any of the 5 items. ${WAY_OUT} This is a preview: nothing was sent.`,
		);
	});
});

describe('where no other item could be sent, On Error > Continue is no way out', () => {
	const SOME_SKIPPED = { options: { doNotSendTo: phone(0) } };

	it.each([
		{ items: itemsOf('12'), parameters: {}, said: '1 failed. Item 0' },
		{
			items: itemsOf(phone(0), '12'),
			parameters: SOME_SKIPPED,
			said: '1 skipped, 1 failed. Item 1',
		},
	])('if $said cannot be used', async ({ items, parameters, said }) => {
		const { error } = await send(parameters, items);
		expect(error?.description).toMatch(/ Nothing was sent\.$/);
		const preview = await send({ ...parameters, sendTo: 'nobody' }, items);
		expect(preview.hints).toEqual([
			`${said} failed: Phone is not a valid number: 12. Nothing would be sent. This is a preview: nothing was sent.`,
		]);
	});
});

describe('with Test Phone', () => {
	const TEST = { sendTo: 'testPhone', testPhone: phone(9) };

	it('only the items are checked that are sent', async () => {
		const items = itemsOf(phone(0), phone(1), phone(2), 'n/a', phone(4));
		const run = await send(TEST, items);
		expect(statusesOf(run.items).slice(2)).toEqual(['accepted', 'skipped', 'skipped']);
		expect(service.ledger.phones).toEqual([phone(9), phone(9), phone(9)]);
	});

	it('is not said that the test phone received something if it did not', async () => {
		const run = await send(TEST, itemsOf('n/a'), CONTINUE);
		expect(run.hints).toEqual([
			'1 failed. Item 0 failed: Phone is not a valid number: n/a. Nothing was sent.',
		]);
	});
});

it('the summary of a run in which an item failed is a warning', async () => {
	const { hints } = await runNotifications(service, {}, { items: WITH_ONE_BAD, ...CONTINUE });
	expect(hints.at(-1)).toMatchObject({ type: 'warning' });
	expect(hints.at(-1)?.message).toContain('4 accepted, 1 failed');
});

describe('an expression that changes the item', () => {
	const written = (order: string) => definedBelow({ order });
	const items = () => [{ json: { phone: phone(0), orders: ['o-1', 'o-2', 'o-3'] } }];

	it.each([
		'={{ $json.orders.pop() }}',
		'={{ $json.orders.shift() }}',
		// It gives nothing, which would be an error of its own.
		'={{ $json.orders.splice(0, 3)[5] }}',
	])('is an error, since a Retry would send another message: %s', async (value) => {
		const { error } = await send(written(value), items());
		expect(error?.message).toContain('An expression changes the item');
		expect(service.ledger.phones).toEqual([]);
	});

	it('is one beside a date, too, where n8n is asked for the value twice', async () => {
		const [{ json }] = items() as [{ json: object }];
		const dated = [{ json: { ...json, at: new Date(0) } }];
		const { error } = await send(written('=Your order {{ $json.orders.pop() }}'), dated);
		expect(error?.message).toContain('An expression changes the item');
		expect(service.ledger.phones).toEqual([]);
	});

	it.each(['={{ $json.orders.sort().at(-1) }}', '={{ $json.orders.toReversed()[0] }}'])(
		'may do so where that makes no difference: %s',
		async (value) => {
			const unsorted = [{ json: { phone: phone(0), orders: ['o-3', 'o-1', 'o-2'] } }];
			const { error } = await send(written(value), unsorted);
			expect(error).toBeUndefined();
			expect(service.ledger.phones).toEqual([phone(0)]);
		},
	);
});
