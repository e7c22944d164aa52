import '../../support/quickWaits';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { OUTPUT_FIELDS } from '../../../nodes/Notifications/outputItem';
import { RateLimiter } from '../../../nodes/shared/http/rateLimiter';
import { definedBelow, phone, users } from '../../support/notificationsNode';
import { loopOver } from '../../support/loopOver';
import { itemsOf, sendingForEach, statusesOf, valuesOf } from '../../support/sendNotifications';
import { refusedAnswer } from '../../service/notificationsEndpoint';
import { withContext } from '../../support/nodeWithContext';
import { deferred } from '../../support/deferred';
import { CONTINUE, ON_ERROR } from '../../support/onError';

const { service, send } = sendingForEach();

/** What the summary adds for Send Once > Once a Day, because "accepted" may mean either. */
const NOT_SENT_AGAIN =
	'A message that was already sent (see Send Once) is accepted as well, but not sent again.';

/** The phones of `users(count)`. */
function phonesOfUsers(count: number): string[] {
	return users(count).map(({ json }) => json.phone);
}

it('requests have one user each, and are sent 16 at a time; output and one hint have them all', async () => {
	// Of 16 requests that begin together, those that begin later get their responses earlier.
	service.notifications.answer = ({ index }) => ({ waitMs: 900 - (index % 16) * 10 });
	const { items, hints } = await send({}, users(100));
	const counts = service.notifications.requests.map((request) => request.users.length);
	expect(counts).toEqual(Array(100).fill(1));
	expect(service.notifications.mostUnderWay).toBe(16);
	expect(hints).toEqual([`100 accepted. ${NOT_SENT_AGAIN}`]);
	// In the order of the input.
	expect(valuesOf(items, 'phone')).toEqual(phonesOfUsers(100));
	const pairs = items.map(({ pairedItem }) => pairedItem);
	expect(pairs).toEqual(Array.from({ length: 100 }, (_, item) => ({ item })));
});

it('the rate is limited for each account separately, to 40 requests a second', async () => {
	const acquired = jest.spyOn(RateLimiter.prototype, 'acquire');
	await send({ options: { accountId: '={{ $itemIndex % 2 ? "A" : "B" }}' } }, users(6));
	const limiters = acquired.mock.contexts;
	const [[call] = []] = acquired.mock.calls;
	acquired.mockRestore();
	expect(limiters).toHaveLength(6);
	// In the limiter's window, which is a tenth of a second.
	expect(call?.callsPerWindow).toBe(4);
	expect(new Set(limiters).size).toBe(2);
});

describe('after a failure without Continue', () => {
	it('nothing more is started, and the error counts what was under way', async () => {
		const refused = 25;
		const notUnderstood = [26, 27];
		const othersUnderWay = deferred();
		const afterRefusal = deferred();
		service.notifications.answer = ({ index }) => {
			if (index < 20) return undefined;
			if (index === 27) othersUnderWay.resolve();
			if (index === refused) {
				void othersUnderWay.promise.then(() => setTimeout(afterRefusal.resolve, 500));
				return { ...refusedAnswer('No credit left'), after: othersUnderWay.promise };
			}
			if (notUnderstood.includes(index)) return { body: 'what?', after: afterRefusal.promise };
			// The other 13 that are under way with it are accepted.
			return { after: afterRefusal.promise };
		};
		const { error, items } = await send({}, users(100));
		expect(items).toEqual([]);
		expect(error?.message).toBe('The service refused the notification');
		expect(error?.context.itemIndex).toBe(refused);
		const started = service.notifications.requests.length;
		expect(started).toBeLessThanOrEqual(41);
		const confirmed = started - 1 - notUnderstood.length;
		expect(error?.description).toBe(
			`It said: No credit left. Of 100 notifications, ${confirmed} were confirmed; up to 2 more may have been sent.`,
		);
	});

	it('what still waits for its turn, because there are too many requests, does not count as sent', async () => {
		service.notifications.answer = ({ users: [user] }) => {
			if (user?.phone === phone(3)) return { ...refusedAnswer('No'), waitMs: 500 };
			return { status: 429, body: '', headers: { 'Retry-After': '60' } };
		};
		const { error } = await send({}, users(30));
		expect(service.notifications.requests.length).toBeLessThan(20);
		expect(error?.description).toBe('It said: No. Nothing was sent.');
	});

	it('what an earlier try may have sent counts, even if the next try was one too many', async () => {
		const tries = new Map<string, number>();
		service.notifications.answer = ({ users: [user] }) => {
			if (user?.phone === phone(1)) return { ...refusedAnswer('No'), waitMs: 9_000 };
			const count = (tries.get(user!.phone) ?? 0) + 1;
			tries.set(user!.phone, count);
			if (count === 1) return { breaks: true, notifies: 1 };
			return { status: 429, body: '', headers: { 'Retry-After': '60' } };
		};
		const { error } = await send({}, users(2));
		expect(error?.description).toContain('0 were confirmed; up to 1 more may have been sent.');
	});
});

it('with Continue, the others are sent, and one hint counts all items by status', async () => {
	service.notifications.answer = ({ users: [user] }) =>
		user?.phone === phone(1) ? refusedAnswer('No') : undefined;
	const items = itemsOf(
		phone(0),
		phone(1), // is refused
		phone(2),
		phone(3), // is in Do Not Send To
		phone(0), // is the same notification as the first one
		'12', // is no valid phone
	);
	const run = await send({ options: { doNotSendTo: phone(3) } }, items, CONTINUE);
	expect(run.hints).toEqual([
		`2 accepted, 2 skipped, 2 failed. Item 1 failed: The service refused the notification. ${NOT_SENT_AGAIN}`,
	]);
	const statuses = ['accepted', 'failed', 'accepted', 'skipped', 'skipped', 'failed'];
	expect(statusesOf(run.items)).toEqual(statuses);
});

it('a bug while a request is sent means that it may have been sent, and its error hides the token', async () => {
	const node = withContext(new Notifications(), ({ helpers }) => ({
		helpers: {
			...helpers,
			async httpRequestWithAuthentication() {
				throw new TypeError(`a bug with ${service.token}`);
			},
		},
	}));
	const { items } = await send({}, users(2), { ...CONTINUE, node });
	expect(valuesOf(items, 'mayHaveBeenSent')).toEqual([true, true]);
	expect(items[1]?.json.note).toContain('n8n failed to send the request');
	expect(items[1]?.json.note).toContain('a bug with *****');
});

it('a credential that n8n cannot read again means that nothing was sent', async () => {
	const node = withContext(new Notifications(), (n8n) => ({
		async getCredentials(name: string, itemIndex?: number) {
			// Before a request, n8n asks for the credential without an item.
			if (itemIndex !== undefined) return await n8n.getCredentials(name, itemIndex);
			throw Object.assign(new Error(`read ECONNRESET ${service.token}`), { code: 'ECONNRESET' });
		},
	}));
	const { items } = await send({}, users(1), { ...CONTINUE, node });
	expect(items[0]?.json.mayHaveBeenSent).toBe(false);
	expect(items[0]?.json.note).toContain('n8n could not read the credential');
	expect(items[0]?.json.note).toContain('read ECONNRESET *****');
	expect(service.notifications.requests).toEqual([]);
});

it.each(ON_ERROR)("refuses n8n's Retry On Fail, with On Error at %s", async (onError) => {
	const { items, errorItems, error } = await send({}, users(2), { onError, retryOnFail: true });
	const [failed] = [...items, ...errorItems];
	const message = error?.message ?? failed?.json.note;
	expect(message).toContain('cannot be combined with Retry On Fail');
	expect(service.notifications.requests).toEqual([]);
});

it('in an error output, where n8n itself puts the fields of the input first, those of the node come first', async () => {
	const { errorItems } = await send({}, itemsOf('12'), { onError: 'continueErrorOutput' });
	expect(Object.keys(errorItems[0]?.json ?? {})).toEqual([...OUTPUT_FIELDS]);
});

it('files of the input are passed on, wherever its fields are', async () => {
	const binary = { data: { data: 'YQ==', mimeType: 'text/csv', fileName: 'report.csv' } };
	const input = itemsOf(phone(0), phone(0), '12').map((item) => ({ ...item, binary }));
	const regular = await send({}, input, CONTINUE);
	expect(statusesOf(regular.items)).toEqual(['accepted', 'skipped', 'failed']);
	expect(regular.items.map((item) => item.binary)).toEqual([binary, binary, binary]);
	const separate = await send({}, input, { onError: 'continueErrorOutput' });
	expect(separate.errorItems.map((item) => item.binary)).toEqual([binary]);
});

describe('Send To > Test Phone', () => {
	const TEST_PHONE = '+5511900000000';
	const test = { sendTo: 'testPhone', testPhone: TEST_PHONE };

	it('gets the first 3 items, and nobody else gets anything', async () => {
		const { items, hints } = await send(test, users(5));
		expect(service.ledger.phones).toEqual([TEST_PHONE, TEST_PHONE, TEST_PHONE]);
		expect(statusesOf(items)).toEqual(['accepted', 'accepted', 'accepted', 'skipped', 'skipped']);
		// The phone stays that of the user, so that a node that follows can send to everyone.
		expect(valuesOf(items, 'phone')).toEqual(phonesOfUsers(5));
		expect(hints).toEqual(['3 accepted, 2 skipped. Nobody but the test phone received anything.']);
	});

	it('gets two items that are equal both times with Send Once > Always', async () => {
		await send({ ...test, sendOnce: 'always' }, itemsOf(phone(0), phone(0)));
		expect(service.ledger.phones).toEqual([TEST_PHONE, TEST_PHONE]);
	});
});

it('Notifications Base URL may end with the path that one example of the documentation shows', async () => {
	service.faults.add('unknown', { kind: 'status', status: 200, body: '{"success":true}' });
	const credential = { notificationsBaseUrl: `${service.notificationsUrl}/api/v1` };
	const { items } = await send({}, users(1), { credential });
	expect(statusesOf(items)).toEqual(['accepted']);
	const [request] = service.requests;
	expect(request?.url).toBe('/api/v1/accounts/account-1/bots/flow-1/notifications');
});

it.each([
	{ what: 'an error workflow', json: { execution: { error: { message: 'x is undefined' } } } },
	{ what: 'a node before Send in an error workflow', json: { alert: 'Sync: x is undefined' } },
])('an alert with the words of an error arrives from $what', async ({ json }) => {
	const value = '={{ $json.alert ?? `Failed: ${$json.execution.error.message}` }}';
	const parameters = { phone: phone(0), sendTo: 'everyone', ...definedBelow({ what: value }) };
	const { error } = await loopOver(service, [{ json }], parameters, { mode: 'error' });
	expect(error).toBeUndefined();
	expect(service.ledger.phones).toEqual([phone(0)]);
});
