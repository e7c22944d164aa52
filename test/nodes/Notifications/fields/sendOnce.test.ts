import { phone, users } from '../../../support/notificationsNode';
import { receivedUsers, sendingForEach } from '../../../support/sendNotifications';
import { atDate } from '../../../support/fixedDate';
import type { RunOptions } from '../../../support/nodeRuns';

/* What counts for the nonce of one person's message is tested in `message/nonce.test.ts`; what is frozen, in `frozenNonces`. */

const { service, send } = sendingForEach();

/** The 21st of November in São Paulo, whose time is three hours behind UTC, and in UTC. */
const EVENING = '2026-11-21T22:30:00Z';
/** Still the 21st of November in São Paulo, but the 22nd in UTC. */
const NIGHT = '2026-11-22T02:00:00Z';

/** How a notification differs from the usual one. */
interface Changes {
	/** Fields of the item. */
	json?: object;
	run?: RunOptions;
	/** The time at which it is sent; by default EVENING. */
	at?: string;
}

/** Sends a notification. @returns the nonce that the service receives */
async function sentNonce(sendOnce: string, changes: Changes = {}): Promise<string> {
	const { json, run, at = EVENING } = changes;
	const notification = {
		sendOnce,
		eventId: '={{ $json.id }}',
		paramsMode: 'json',
		paramsJson: '={{ ({ name: $json.name }) }}',
		options: { accountId: '={{ $json.account }}', flowId: '={{ $json.flow }}' },
	};
	const item = { account: 'A', flow: 'F', phone: phone(0), name: 'Ana', id: 'order-1', ...json };
	const options = { timeZone: 'America/Sao_Paulo', ...run };
	const { error } = await atDate(at, () => send(notification, [{ json: item }], options));
	if (error) throw error;
	return receivedUsers(service).at(-1)!.nonce;
}

/** The choices of Send Once whose nonce is a hash. */
const HASHED = ['perDay', 'ever', 'perId'] as const;
/** Those whose nonce is a hash of the content. */
const OF_THE_CONTENT = ['perDay', 'ever'] as const;

interface NonceRow {
	what: string;
	/** By default the usual one. */
	one?: Changes;
	other: Changes;
	/** The choices of Send Once with which the two have different nonces. */
	differsWith: ReadonlyArray<(typeof HASHED)[number]>;
}

const NONCES: NonceRow[] = [
	{
		what: 'the value of a parameter',
		other: { json: { name: 'Zoe' } },
		differsWith: OF_THE_CONTENT,
	},
	{ what: 'the ID', other: { json: { id: 'order-2' } }, differsWith: ['perId'] },
	{
		what: "the day in the workflow's time zone",
		other: { at: '2026-11-22T03:00:01Z' },
		differsWith: ['perDay'],
	},
	{ what: 'the day in UTC alone', other: { at: '2026-11-22T02:59:59Z' }, differsWith: [] },
	{
		what: 'the time zone',
		one: { at: NIGHT },
		other: { at: NIGHT, run: { timeZone: 'UTC' } },
		differsWith: ['perDay'],
	},
];

describe.each(NONCES)('two notifications that differ in $what', ({ one, other, differsWith }) => {
	it.each(HASHED)(
		'have different nonces only if they should, with Send Once %s',
		async (sendOnce) => {
			const first = await sentNonce(sendOnce, one);
			const second = await sentNonce(sendOnce, other);
			expect(first).toMatch(/^[0-9a-f]{64}$/);
			expect(first !== second).toBe(differsWith.includes(sendOnce));
		},
	);
});

it('Once a Day is an error in a time zone that does not exist, as the day is not known', async () => {
	const { error } = await send({}, users(2), { timeZone: 'GMT+2' });
	expect(error?.message).toBe('The time zone of the workflow is unknown: GMT+2');
});
