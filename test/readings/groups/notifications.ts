import type { NotificationReading } from '../../service/readings';
import { phone } from '../../support/notificationsNode';
import {
	type Group,
	reading,
	responses,
	SENDING,
	SENDING_ALL,
	type Reading,
	withStatus,
} from '../reading';

const REFUSED = 'error: refused the notification … There is no template';
const MISSING =
	'error: refused the notification … Required parameters are not present … name, order_id';
const LOST = responses(['notifications'], { kind: 'resetAfterRead', apply: true }, 1);
type Known = NotificationReading['knownNonce'] & object;
const IN_DEFAULT_WORDS: Known[] = [
	{ httpStatus: 409, reason: 'Nonce already used' },
	{ httpStatus: 200, reason: 'Nonce already used' },
	{ httpStatus: 400, reason: { error: 'DUPLICATE_NONCE', description: 'No' } },
];
const ALREADY_SENT = 'works, shows: alreadySent';
const IN_OTHER_WORDS: Known = { httpStatus: 409, reason: 'Already created' };

/** A user of an earlier run, or of a request whose response was lost. */
const known = (knownNonce: Known, more: Partial<Reading> = {}): Reading[] =>
	[LOST, { notifiedBefore: 1 }].map((before) => ({
		...reading(
			`a known nonce: ${JSON.stringify(knownNonce)}`,
			['notify', 'notifyEach'],
			ALREADY_SENT,
		),
		readings: { notification: { knownNonce } },
		...before,
		...more,
	}));

export const notifications: Group = {
	title: 'Notifications (2.6, 2.7)',
	readings: [
		...[201, 202].map((status) =>
			reading(`accepted with HTTP ${status}`, SENDING, 'works', {
				...responses(['notifications'], withStatus(status, { success: true }, true)),
			}),
		),
		...[200, 400, 403, 404, 409, 422, 500].map((failureStatus) =>
			reading(`refused with HTTP ${failureStatus}`, SENDING_ALL, REFUSED, {
				service: { failureStatus },
				parameters: { templateId: 'not_there' },
			}),
		),
		reading('refused, as parameters are missing', SENDING_ALL, MISSING, {
			parameters: { templateId: 'order_shipped' },
		}),
		{
			name: 'one user of several is at fault',
			service: { invalidPhones: new Set([phone(1)]) },
			expected: { notify: 'error: not known', notifyEach: 'one fails: not known' },
		},
		reading('a known nonce is passed over in silence', ['notify', 'notifyEach'], 'works', LOST),
		...IN_DEFAULT_WORDS.flatMap((how) => known(how)),
		...known(IN_OTHER_WORDS, { credential: { alreadySentWords: 'already created' } }),
		...known(IN_OTHER_WORDS, { expected: { notify: 'error: Already Sent Words' } }),
	],
};
