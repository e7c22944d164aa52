import { type AssumptionGroup, judged, NotTested, type Result } from './assumption';
import { isObject } from '../../nodes/shared/json';
import { isRefused, isSuccess } from './notificationSteps';
import { fieldsOf, statusesOf } from './queries';
import { type Reply, statusOf } from './serviceCalls';
import type { Session } from './session';
import { joined, say, Shown, typeOf } from './shown';

const DETAIL_FIELDS = ['phone', 'type', 'parameter', 'description'];

/** The nodes take these as they come, so an issue about them is for their errors and outputs. */
const READ_DIFFERENTLY = 'An issue: the node may show it in other words';

export const NOTIFICATIONS: AssumptionGroup = {
	title: 'Notifications',
	assumptions: [
		{
			id: 'unknownTemplate',
			title: 'Unknown template',
			expected: 'It is refused, with reason.error (a code) and reason.description (a text).',
			documented: '2.7, A',
			tested: 'A notification with a made-up template',
			otherwise: READ_DIFFERENTLY,
			test: testUnknownTemplate,
		},
		{
			id: 'missingParameter',
			title: 'Missing parameter',
			expected:
				'It is refused, with a text as the reason, or with reason.error and reason.description.',
			documented: '2.7, A for the text, B for the object',
			tested: 'A notification without the first parameter of the template',
			otherwise: 'An issue: if it is sent nevertheless, users get messages with gaps',
			test: testMissingParameter,
		},
		{
			id: 'refusalDetails',
			title: 'Details of a refusal',
			expected:
				'They are a list of objects with phone, type, parameter and description, all of them texts.',
			documented: '2.7, B',
			tested: 'The refusals of the other notifications, if one has reason.details',
			otherwise: READ_DIFFERENTLY,
			test: testRefusalDetails,
		},
		{
			id: 'accepted',
			title: 'Accepted notification',
			expected: 'The response has success: true.',
			documented: '2.7, A',
			tested: 'The template to your own phone',
			otherwise: 'An issue: the node reports a message as failed that was sent',
			test: testAccepted,
		},
		{
			id: 'notificationIds',
			title: 'IDs of a notification',
			expected: 'The response has id (a text) and message_ids (a list with one text).',
			documented: '2.7, B',
			tested: 'The same response',
			otherwise: 'An issue: notificationId and messageIds of an item would be empty or wrong',
			test: testNotificationIds,
		},
		{
			id: 'repeatedNonce',
			title: 'The same nonce again',
			expected: 'It is accepted.',
			documented: '2.6: not known',
			tested: 'The first message again',
			otherwise: 'An issue: the node reports a message as failed that was sent before',
			test: testRepeatedNonce,
		},
	],
};

async function testUnknownTemplate({ notifications, settings }: Session): Promise<Result> {
	const reply = await notifications.unknownTemplate();
	const seen = refusalOf(reply, settings.secrets);
	return judged(seen, !(isOwnRefusal(reply) && hasCode(reply)) && seen);
}

async function testMissingParameter({ notifications, settings }: Session): Promise<Result> {
	const reply = await notifications.missingParameter();
	const seen = refusalOf(reply, settings.secrets);
	const hasText = typeof reasonIn(reply) === 'string';
	return judged(seen, !(isOwnRefusal(reply) && (hasText || hasCode(reply))) && seen);
}

async function testRefusalDetails({ notifications, settings }: Session): Promise<Result> {
	const steps = [
		notifications.unknownTemplate,
		notifications.missingParameter,
		notifications.first,
		notifications.repeated,
	];
	for (const step of steps) {
		const details = detailsIn(await step().catch(notTested));
		if (details !== undefined) return judgeDetails(details, settings.secrets);
	}
	throw new NotTested(say`no refusal had details`);
}

function notTested(error: unknown): undefined {
	if (!(error instanceof NotTested)) throw error;
}

function judgeDetails(details: unknown, secrets: string[]): Result {
	const seen = typeOf(details);
	if (!Array.isArray(details)) return judged(seen, seen);
	const [first] = details as unknown[];
	if (!isObject(first)) return judged(seen, say`${seen}, the first is ${typeOf(first)}`);
	const fields = Object.keys(first).map((name) => {
		return say`${Shown.names([name], secrets)} (${typeOf(first[name])})`;
	});
	const isExpected = DETAIL_FIELDS.every((name) => typeof first[name] === 'string');
	return judged(joined(fields), !isExpected && joined(fields));
}

async function testAccepted({ notifications, settings }: Session): Promise<Result> {
	const reply = await notifications.first();
	const seen = say`${statusesOf(reply)}; ${fieldsOf(reply, settings.secrets)}`;
	if (isRefused(reply)) throw new NotTested(say`the message was refused (${seen})`);
	return judged(seen, !isSuccess(reply) && seen);
}

async function testNotificationIds({ notifications, settings }: Session): Promise<Result> {
	const reply = await notifications.first();
	if (!isSuccess(reply)) throw new NotTested(say`no message was accepted`);
	const { id, message_ids: ids } = isObject(reply.json) ? reply.json : {};
	const areTexts = Array.isArray(ids) && ids.every((one) => typeof one === 'string');
	const isExpected = typeof id === 'string' && areTexts && ids.length === 1;
	const seen = fieldsOf(reply, settings.secrets);
	return judged(seen, !isExpected && seen);
}

async function testRepeatedNonce({ notifications, settings }: Session): Promise<Result> {
	const reply = await notifications.repeated();
	if (isSuccess(reply)) return judged(say`it is accepted`);
	const seen = say`it is refused (${refusalOf(reply, settings.secrets)})`;
	return judged(seen, seen);
}

/** `success: false`, and nothing that another server has said. */
function isOwnRefusal(reply: Reply): boolean {
	return isObject(reply.json) && reply.json['success'] === false && statusOf(reply) < 500;
}

function reasonIn({ json }: Reply): unknown {
	return isObject(json) ? json['reason'] : undefined;
}

function detailsIn(reply: Reply | undefined): unknown {
	const reason = reply && reasonIn(reply);
	return isObject(reason) ? reason['details'] : undefined;
}

function hasCode(reply: Reply): boolean {
	const reason = reasonIn(reply);
	if (!isObject(reason)) return false;
	return typeof reason['error'] === 'string' && typeof reason['description'] === 'string';
}

/** The form of a refusal. */
function refusalOf(reply: Reply, secrets: string[]): Shown {
	if (isSuccess(reply)) return say`it is accepted`;
	const reason = reasonIn(reply);
	if (!isObject(reason)) return say`${statusesOf(reply)}; reason is ${typeOf(reason)}`;
	const fields = Object.keys(reason).map((name) => {
		return say`${Shown.names([name], secrets)} (${typeOf(reason[name])})`;
	});
	return say`${statusesOf(reply)}; reason has ${joined(fields)}`;
}
