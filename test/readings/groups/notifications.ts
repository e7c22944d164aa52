import type { NotificationReading } from '../../service/readings';
import { phone } from '../../support/notificationsNode';
import type { OperationName } from '../operations';
import { answers, each, type Group, type Reading } from '../reading';

const SENDING: OperationName[] = ['notify', 'notifyEach', 'notifyWithoutNonce'];

const ACCEPTED: Array<[string, NotificationReading, string?]> = [
	...[201, 202, 204].map((successStatus): [string, NotificationReading] => [
		`HTTP ${successStatus}`,
		{ successStatus },
	]),
	['success is the text "true"', { success: { yes: 'true', no: 'false' } }],
	['success is the text "True"', { success: { yes: 'True', no: 'False' } }],
	['success is 1', { success: { yes: 1, no: 0 } }],
	['reason: null', { successFields: { reason: null } }],
	['reason: ""', { successFields: { reason: '' } }],
	['reason: []', { successFields: { reason: [] } }],
	['errors: [], failed: []', { successFields: { errors: [], failed: [] } }],
	['an ID', { successFields: { id: 'batch-77' } }, 'works, shows: response … batch-77'],
	[
		'IDs in data',
		{ successFields: { data: { notifications: ['n-1', 'n-2', 'n-3'] } } },
		'works, shows: response … n-1',
	],
];

export const accepts: Group = {
	title: 'A notification is accepted',
	section: '2.7',
	readings: [
		...ACCEPTED.map(([name, notification, outcome = 'works']) => ({
			name,
			readings: { notification },
			expected: each(SENDING, outcome),
		})),
		{
			name: 'the path is only known with /notifications',
			section: '4.6',
			service: { acceptNoPrefix: false },
			expected: each(SENDING, 'works'),
		},
		{
			name: 'the path is only known without /notifications',
			section: '4.6',
			service: { acceptPrefix: false },
			// One request a user: only the first may find out.
			parameters: { options: { batchSize: 1 } },
			maxRefused: 1,
			expected: each(SENDING, 'works, hint: base URL'),
		},
	],
};

const NO_CREDIT = 'No credit left';
const REASONS: Array<[string, unknown, string?]> = [
	['a text', NO_CREDIT, NO_CREDIT],
	['{ error, description }', { error: 'E7', description: NO_CREDIT }, `E7 … ${NO_CREDIT}`],
	['{ error: number }', { error: 17, description: NO_CREDIT }, `17 … ${NO_CREDIT}`],
	['{ code, message }', { code: 'E7', message: NO_CREDIT }, NO_CREDIT],
	[
		'{ error, description: { … } }',
		{ error: 'E7', description: { text: NO_CREDIT } },
		`E7 … ${NO_CREDIT}`,
	],
	['a list of texts', ['name is missing', 'day is missing'], 'name is missing … day is missing'],
	['a list of objects', [{ error: 'E7', description: NO_CREDIT }], NO_CREDIT],
	['nested', { error: { code: 'E7', details: [{ message: NO_CREDIT }] } }, NO_CREDIT],
	['a number', 4711, '4711'],
	['null', null],
	['absent', undefined],
	['an empty text', ''],
];

/** In the words of the service itself, which are not replaced. */
const NO_TEMPLATE = 'There is no template';
const REFUSED: Array<[string, NotificationReading, (string | undefined)?, number?]> = [
	...[200, 400, 403, 404, 409, 422, 500].map(
		(status): [string, NotificationReading, string, number] => [
			`{ success: false, reason } with HTTP ${status}`,
			{},
			NO_TEMPLATE,
			status,
		],
	),
	...REASONS.map(([name, reason, words]): [string, NotificationReading, string | undefined] => [
		`the reason is ${name}`,
		{ reason },
		words,
	]),
	['the reason is a list, with HTTP 422', { reason: ['name is missing'] }, 'name is missing', 422],
	[
		'the reason is nested, with HTTP 500',
		{ reason: { error: { message: NO_CREDIT } } },
		NO_CREDIT,
		500,
	],
	['success is the text "false"', { success: { yes: 'true', no: 'false' } }, NO_TEMPLATE],
	['success is 0', { success: { yes: 1, no: 0 } }, NO_TEMPLATE],
];

export const refuses: Group = {
	title: 'A notification is refused',
	section: '2.7',
	readings: REFUSED.map(([name, notification, words, failureStatus = 200]) => ({
		name,
		readings: { notification },
		service: { failureStatus },
		parameters: { templateId: 'not_there' },
		expected: each(
			['notify', 'notifyWithoutNonce'],
			`error: refused the notification${words ? ` … ${words}` : ''}`,
		),
	})),
};

const ONE_UNKNOWN = { invalidPhones: new Set([phone(1)]) };

export const perUser: Group = {
	title: 'One user of several cannot be notified',
	section: '2.7',
	readings: [
		{
			name: 'the whole request is refused',
			service: ONE_UNKNOWN,
			expected: {
				notify: 'error: not known to the messaging app',
				notifyEach: 'one fails: not known',
			},
		},
		...(['failed', 'errors'] as const).flatMap((list) =>
			(['phone', 'nonce', 'index'] as const).map((by): Reading => ({
				name: `success, and ${list}: [{ ${by}, reason }]`,
				readings: { notification: { perUser: { list, by } } },
				service: ONE_UNKNOWN,
				expected: {
					// A number may mean anything, so it is only passed on.
					notifyEach: `${by === 'index' ? 'shows: response … ' : 'one fails: '}not known to the messaging app`,
				},
			})),
		),
	],
};

const LOST = answers(['notifications'], { kind: 'resetAfterRead', apply: true });
const USED = 'Nonce already used';
const KNOWN: Array<[string, NotificationReading['knownNonce'] & object]> = [
	[`HTTP 409, "${USED}"`, { httpStatus: 409, reason: USED }],
	[`HTTP 200, "${USED}"`, { httpStatus: 200, reason: USED }],
	[
		'HTTP 400, { error: DUPLICATE_NONCE }',
		{ httpStatus: 400, reason: { error: 'DUPLICATE_NONCE', description: 'Already created' } },
	],
];

/** Each is told apart from a user who was notified now. */
const alreadySent = (
	name: string,
	notification: NotificationReading,
	how: Partial<Reading>,
): Reading => ({
	name,
	readings: { notification },
	...how,
	expected: each(['notify', 'notifyEach'], 'works, shows: alreadySent'),
});

export const nonces: Group = {
	title: 'A nonce is known already',
	section: '2.6',
	readings: [
		{
			name: 'passed over in silence, after a lost answer',
			...LOST,
			expected: each(['notify', 'notifyEach'], 'works'),
		},
		...KNOWN.flatMap(([name, knownNonce]) => [
			alreadySent(`${name}, after a lost answer`, { knownNonce }, LOST),
			alreadySent(`${name}, for one user of an earlier run`, { knownNonce }, { notifiedBefore: 1 }),
		]),
		alreadySent(
			`"${USED}", in a list of those that failed`,
			{
				perUser: { list: 'failed', by: 'nonce' },
				knownNonce: { httpStatus: 200, reason: USED },
			},
			{ notifiedBefore: 1 },
		),
	],
};
