import type { NotificationReading } from '../../service/readings';
import { phone } from '../../support/notificationsNode';
import type { OperationName } from '../operations';
import { answers, type Group, type Reading, reading } from '../reading';

const SENDING: OperationName[] = ['notify', 'notifyEach', 'notifyWithoutNonce'];

const shown = (name: string, successFields: object, words: string): Reading =>
	reading(name, SENDING, `works, shows: response … ${words}`, {
		readings: { notification: { successFields: { ...successFields } } },
	});

/** Section 2.7 shows the boolean true, in the body. */
const UNEXPECTED: Record<string, NotificationReading> = {
	'HTTP 204 without a body': { successStatus: 204 },
	'success is the text "true"': { success: { yes: 'true', no: 'false' } },
	'success is 1': { success: { yes: 1, no: 0 } },
};

export const accepts: Group = {
	title: 'A notification is accepted',
	section: '2.7',
	readings: [
		...[201, 202].map((successStatus) =>
			reading(`HTTP ${successStatus}`, SENDING, 'works', {
				readings: { notification: { successStatus } },
			}),
		),
		...Object.entries(UNEXPECTED).map(([name, notification]) =>
			reading(name, ['notify', 'notifyWithoutNonce'], 'error: may have been sent', {
				readings: { notification },
			}),
		),
		shown('reason: null', { reason: null }, 'null'),
		shown('errors: [], failed: []', { errors: [], failed: [] }, 'failed'),
		shown('an ID', { id: 'batch-77' }, 'batch-77'),
		shown('IDs in data', { data: { notifications: ['n-1', 'n-2', 'n-3'] } }, 'n-1'),
		reading('the path is only known with /notifications', SENDING, 'works', {
			section: '4.6',
			service: { acceptNoPrefix: false },
		}),
		reading(
			'the path is only known without /notifications',
			['notify', 'notifyWithoutNonce'],
			'error: nothing at this address … up to /api/v1',
			{ section: '4.6', service: { acceptPrefix: false } },
		),
	],
};

const NO_CREDIT = 'No credit left';
const DETAIL = { text: NO_CREDIT };
const SAID = { error: 'E7', description: NO_CREDIT };
/** And what must be shown of it. */
const REASONS: Array<[string, unknown, string?]> = [
	['a text', NO_CREDIT, NO_CREDIT],
	['{ error, description }', SAID, `E7 … ${NO_CREDIT}`],
	['{ error: number }', { error: 17, description: NO_CREDIT }, `17 … ${NO_CREDIT}`],
	['{ code, message }', { code: 'E7', message: NO_CREDIT }, NO_CREDIT],
	['{ error, description: { … } }', { ...SAID, description: DETAIL }, `E7 … ${NO_CREDIT}`],
	['a list of texts', ['name is missing', 'day is missing'], 'name is missing … day is missing'],
	['a list of objects', [SAID], NO_CREDIT],
	['nested', { error: { code: 'E7', details: [{ message: NO_CREDIT }] } }, NO_CREDIT],
	['a number', 4711, '4711'],
	['null', null],
	['absent', undefined],
	['an empty text', ''],
];

/** In the words of the service itself, which are not replaced. */
const NO_TEMPLATE = 'There is no template';

const refused = (
	name: string,
	notification: NotificationReading,
	words: string | undefined,
	failureStatus = 200,
): Reading => {
	const outcome = `error: refused the notification${words ? ` … ${words}` : ''}`;
	return reading(name, ['notify', 'notifyWithoutNonce'], outcome, {
		readings: { notification },
		service: { failureStatus },
		parameters: { templateId: 'not_there' },
	});
};
const NO_NAME = 'name is missing';
const NESTED = { error: { message: NO_CREDIT } };

export const refuses: Group = {
	title: 'A notification is refused',
	section: '2.7',
	readings: [
		...[200, 400, 403, 404, 409, 422, 500].map((status) =>
			refused(`{ success: false, reason } with HTTP ${status}`, {}, NO_TEMPLATE, status),
		),
		...REASONS.map(([name, reason, words]) => refused(`the reason is ${name}`, { reason }, words)),
		refused('the reason is a list, with HTTP 422', { reason: [NO_NAME] }, NO_NAME, 422),
		refused('the reason is nested, with HTTP 500', { reason: NESTED }, NO_CREDIT, 500),
	],
};

const ONE_UNKNOWN = { invalidPhones: new Set([phone(1)]) };
const UNKNOWN = 'not known to the messaging app';

export const perUser: Group = {
	title: 'One user of several cannot be notified',
	section: '2.7',
	readings: [
		{
			name: 'the whole request is refused',
			service: ONE_UNKNOWN,
			expected: { notify: `error: ${UNKNOWN}`, notifyEach: 'one fails: not known' },
		},
		...(['failed', 'errors'] as const).flatMap((list) =>
			(['phone', 'nonce', 'index'] as const).map((by) => {
				// A success accepts all, so it is only passed on.
				return reading(
					`success, and ${list}: [{ ${by}, reason }]`,
					['notifyEach'],
					`shows: response … ${UNKNOWN}`,
					{ readings: { notification: { perUser: { list, by } } }, service: ONE_UNKNOWN },
				);
			}),
		),
	],
};

const NONCES: OperationName[] = ['notify', 'notifyEach'];
const LOST = answers(['notifications'], { kind: 'resetAfterRead', apply: true });
const BEFORE = { notifiedBefore: 1 };
const USED = 'Nonce already used';
const DUPLICATE = { error: 'DUPLICATE_NONCE', description: 'Already created' };
const KNOWN: Array<[string, NotificationReading['knownNonce'] & object]> = [
	[`HTTP 409, "${USED}"`, { httpStatus: 409, reason: USED }],
	[`HTTP 200, "${USED}"`, { httpStatus: 200, reason: USED }],
	['HTTP 400, { error: DUPLICATE_NONCE }', { httpStatus: 400, reason: DUPLICATE }],
];

/** Each is told apart from a user who was notified now. */
const alreadySent = (
	name: string,
	notification: NotificationReading,
	how: Partial<Reading>,
): Reading =>
	reading(name, NONCES, 'works, shows: alreadySent', { readings: { notification }, ...how });

export const nonces: Group = {
	title: 'A nonce is known already',
	section: '2.6',
	readings: [
		reading('passed over in silence, after a lost answer', NONCES, 'works', LOST),
		...KNOWN.flatMap(([name, knownNonce]) => [
			alreadySent(`${name}, after a lost answer`, { knownNonce }, LOST),
			alreadySent(`${name}, for one user of an earlier run`, { knownNonce }, BEFORE),
		]),
	],
};
