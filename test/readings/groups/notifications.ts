import type { NotificationReading } from '../../service/readings';
import { phone } from '../../support/notificationsNode';
import { each, type Group, type OperationName, type Reading } from '../reading';

const SENDING: OperationName[] = ['notify', 'notifyEach', 'notifyWithoutNonce'];
const UNKNOWN_TEMPLATE = { templateId: 'not_there' };

const accepted = (name: string, notification: NotificationReading, outcome = 'works'): Reading => ({
	name,
	readings: { notification },
	expected: each(SENDING, outcome),
});

export const accepts: Group = {
	title: 'A notification is accepted',
	section: '2.7',
	readings: [
		...[201, 202, 204].map((successStatus) => accepted(`HTTP ${successStatus}`, { successStatus })),
		accepted('success is the text "true"', { success: { yes: 'true', no: 'false' } }),
		accepted('success is the text "True"', { success: { yes: 'True', no: 'False' } }),
		accepted('success is 1', { success: { yes: 1, no: 0 } }),
		accepted('reason: null', { successFields: { reason: null } }),
		accepted('reason: ""', { successFields: { reason: '' } }),
		accepted('reason: []', { successFields: { reason: [] } }),
		accepted('errors: [], failed: []', { successFields: { errors: [], failed: [] } }),
		accepted('an ID', { successFields: { id: 'batch-77' } }, 'works, shows: response … batch-77'),
		accepted(
			'IDs in data',
			{ successFields: { data: { notifications: ['n-1', 'n-2', 'n-3'] } } },
			'works, shows: response … n-1',
		),
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

const refused = (
	name: string,
	{
		status = 200,
		words = '',
		...notification
	}: NotificationReading & { status?: number; words?: string },
): Reading => ({
	name,
	readings: { notification },
	service: { failureStatus: status },
	parameters: UNKNOWN_TEMPLATE,
	expected: each(
		['notify', 'notifyWithoutNonce'],
		`error: refused the notification${words && ` … ${words}`}`,
	),
});

const REASONS: Array<[string, unknown, string?]> = [
	['a text', 'No credit left', 'No credit left'],
	['{ error, description }', { error: 'E7', description: 'No credit left' }, 'E7 … No credit left'],
	['{ error: number }', { error: 17, description: 'No credit left' }, '17 … No credit left'],
	['{ code, message }', { code: 'E7', message: 'No credit left' }, 'No credit left'],
	[
		'{ error, description: { … } }',
		{ error: 'E7', description: { text: 'No credit left' } },
		'E7 … No credit left',
	],
	['a list of texts', ['name is missing', 'day is missing'], 'name is missing … day is missing'],
	['a list of objects', [{ error: 'E7', description: 'No credit left' }], 'No credit left'],
	['nested', { error: { code: 'E7', details: [{ message: 'No credit left' }] } }, 'No credit left'],
	['a number', 4711, '4711'],
	['null', null],
	['absent', undefined],
	['an empty text', ''],
];

export const refuses: Group = {
	title: 'A notification is refused',
	section: '2.7',
	readings: [
		...[200, 400, 403, 404, 409, 422, 500].map((status) =>
			refused(`{ success: false, reason } with HTTP ${status}`, {
				status,
				words: 'There is no template',
			}),
		),
		...REASONS.map(([name, reason, words = '']) =>
			refused(`the reason is ${name}`, { reason, words }),
		),
		refused('the reason is a list, with HTTP 422', {
			status: 422,
			reason: ['name is missing'],
			words: 'name is missing',
		}),
		refused('the reason is nested, with HTTP 500', {
			status: 500,
			reason: { error: { message: 'No credit left' } },
			words: 'No credit left',
		}),
		refused('success is the text "false"', {
			success: { yes: 'true', no: 'false' },
			words: 'There is no template',
		}),
		refused('success is 0', { success: { yes: 1, no: 0 }, words: 'There is no template' }),
	],
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

const LOST = [
	{
		endpoint: 'notifications' as const,
		fault: { kind: 'resetAfterRead' as const, apply: true },
	},
];
const KNOWN: Array<[string, NotificationReading['knownNonce'] & object]> = [
	['HTTP 409, "Nonce already used"', { httpStatus: 409, reason: 'Nonce already used' }],
	['HTTP 200, "Nonce already used"', { httpStatus: 200, reason: 'Nonce already used' }],
	[
		'HTTP 400, { error: DUPLICATE_NONCE }',
		{ httpStatus: 400, reason: { error: 'DUPLICATE_NONCE', description: 'Already created' } },
	],
];

export const nonces: Group = {
	title: 'A nonce is known already',
	section: '2.6',
	readings: [
		{
			name: 'passed over in silence, after a lost answer',
			faults: LOST,
			expected: each(['notify', 'notifyEach'], 'works'),
		},
		...KNOWN.flatMap(([name, knownNonce]): Reading[] => [
			{
				name: `${name}, after a lost answer`,
				readings: { notification: { knownNonce } },
				faults: LOST,
				expected: each(['notify', 'notifyEach'], 'works, shows: alreadySent'),
			},
			{
				name: `${name}, for one user of an earlier run`,
				readings: { notification: { knownNonce } },
				notifiedBefore: 1,
				expected: each(['notify', 'notifyEach'], 'works, shows: alreadySent'),
			},
		]),
		{
			name: '"Nonce already used", in a list of those that failed',
			readings: {
				notification: {
					perUser: { list: 'failed', by: 'nonce' },
					knownNonce: { httpStatus: 200, reason: 'Nonce already used' },
				},
			},
			notifiedBefore: 1,
			expected: each(['notify', 'notifyEach'], 'works, shows: alreadySent'),
		},
	],
};
