import type { NotificationReading } from '../../service/readings';
import { phone } from '../../support/notificationsNode';
import {
	type Group,
	json,
	reading,
	responses,
	SENDING,
	SENDING_ALL,
	type Reading,
	withStatus,
} from '../reading';

const SUCCESS = { success: true };
/** A success accepts all users of its request; what else it says is shown, and decides nothing. */
const SAID: object[] = [
	{ reason: null },
	{ id: 'batch-77' },
	{ failed: [{ phone: phone(1), reason: 'not known' }] },
];

export const accepts: Group = {
	title: 'A notification is accepted (2.7)',
	readings: [
		...[201, 202].map((status) =>
			reading(`HTTP ${status}`, SENDING, 'works', {
				...responses(['notifications'], withStatus(status, SUCCESS, true)),
			}),
		),
		...SAID.map((successFields) => {
			const shown = JSON.stringify(successFields).slice(1, -1);
			return reading(shown, SENDING, `works, shows: response … ${shown}`, {
				readings: { notification: { successFields } },
			});
		}),
		reading('the path is only known with /notifications (4.6)', SENDING, 'works', {
			service: { acceptNoPrefix: false },
		}),
		reading(
			'the path is only known without /notifications (4.6)',
			SENDING_ALL,
			'error: nothing at this address … up to /api/v1',
			{ service: { acceptPrefix: false } },
		),
	],
};

const NO_CREDIT = 'No credit left';
/** And what is shown of it. */
const REASONS: Array<[reason: unknown, words: string]> = [
	[NO_CREDIT, NO_CREDIT],
	[{ error: 'E7', description: NO_CREDIT }, `E7: ${NO_CREDIT}`],
	[{ error: 17, description: NO_CREDIT }, `17: ${NO_CREDIT}`],
	[['name is missing', 'day is missing'], 'name is missing … day is missing'],
	[{ error: { code: 'E7', details: [{ message: NO_CREDIT }] } }, NO_CREDIT],
	[undefined, 'no reason'],
];
const REFUSED = 'error: refused the notification';

export const refuses: Group = {
	title: 'A notification is refused (2.7)',
	readings: [
		...[200, 400, 403, 404, 409, 422, 500].map((failureStatus) =>
			reading(`with HTTP ${failureStatus}`, SENDING_ALL, `${REFUSED} … There is no template`, {
				service: { failureStatus },
				parameters: { templateId: 'not_there' },
			}),
		),
		...REASONS.map(([reason, words]) =>
			reading(`reason: ${JSON.stringify(reason)}`, SENDING_ALL, `${REFUSED} … ${words}`, {
				...responses(['notifications'], json({ success: false, reason })),
			}),
		),
		{
			name: 'one user of several is at fault',
			service: { invalidPhones: new Set([phone(1)]) },
			expected: { notify: 'error: not known', notifyEach: 'one fails: not known' },
		},
	],
};

const LOST = responses(['notifications'], { kind: 'resetAfterRead', apply: true }, 1);
const DUPLICATE = { error: 'DUPLICATE_NONCE', description: 'Already created' };
type Known = NotificationReading['knownNonce'] & object;
const IN_DEFAULT_WORDS: Known[] = [
	{ httpStatus: 409, reason: 'Nonce already used' },
	{ httpStatus: 200, reason: 'Nonce already used' },
	{ httpStatus: 400, reason: DUPLICATE },
];
const IN_OTHER_WORDS: Known = { httpStatus: 409, reason: 'Already created' };

/** A user of an earlier run, or of a request whose response was lost. */
const known = (knownNonce: Known, more: Partial<Reading> = {}): Reading[] =>
	[LOST, { notifiedBefore: 1 }].map((before) => ({
		...reading(JSON.stringify(knownNonce), ['notify', 'notifyEach'], ALREADY_SENT),
		readings: { notification: { knownNonce } },
		...before,
		...more,
	}));
const ALREADY_SENT = 'works, shows: alreadySent';

export const nonces: Group = {
	title: 'A nonce is known already (2.6)',
	readings: [
		reading('passed over in silence', ['notify', 'notifyEach'], 'works', LOST),
		...IN_DEFAULT_WORDS.flatMap((how) => known(how)),
		...known(IN_OTHER_WORDS, { credential: { alreadySentWords: 'already created' } }),
		...known(IN_OTHER_WORDS, { expected: { notify: 'error: Already Sent Words' } }),
	],
};
