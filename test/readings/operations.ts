import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { bulkExport, query, startAnalytics } from '../support/analyticsNode';
import { startNotifications, users } from '../support/notificationsNode';
import type { Service } from '../service/service';
import { type Check, checks } from './results';

/** What a user does with the nodes. */
export interface Operation {
	title: string;
	/** What the node is told. */
	parameters: INodeParameters;
	isRight: Check;
	onError?: 'continueErrorOutput';
	/** Works on a job that was started before, by somebody else. */
	needsJob?: true;
}

/** Users of the one request that a notification takes. */
export const USERS = 3;

/** As text, whatever the node converts by default: what is compared is the file itself. */
const TEXT = { convertTypes: false };
const RUN = bulkExport({ options: { maxWait: 200, ...TEXT } });
const NONCE = { sendOnce: 'nonce', nonce: '={{ $json.name }}' };
const WITHOUT_NONCE = { sendOnce: 'always' };

export const operations = {
	query: {
		title: 'Query > Run',
		parameters: query({ dateRange: 'yesterday' }),
		isRight: checks.query,
	},
	start: {
		title: 'Bulk Export > Start',
		parameters: bulkExport({ operation: 'start' }),
		isRight: checks.start,
	},
	run: { title: 'Bulk Export > Run', parameters: RUN, isRight: checks.rows },
	file: {
		title: 'Bulk Export > Run to a file',
		parameters: { ...RUN, output: 'csvFile' },
		isRight: checks.file,
	},
	getStatus: {
		title: 'Get Status',
		parameters: bulkExport({ operation: 'getStatus' }),
		isRight: checks.status,
		needsJob: true,
	},
	getResult: {
		title: 'Get Result',
		parameters: bulkExport({ operation: 'getResult', options: TEXT }),
		isRight: checks.rows,
		needsJob: true,
	},
	notify: { title: 'Notification > Send', parameters: NONCE, isRight: checks.notified },
	notifyEach: {
		title: 'Send, with an error output',
		parameters: NONCE,
		isRight: checks.notified,
		onError: 'continueErrorOutput',
	},
	notifyWithoutNonce: {
		title: 'Send without nonce',
		parameters: WITHOUT_NONCE,
		isRight: checks.notified,
	},
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** With other parameters: options are added to the usual ones. */
export function withParameters(
	operation: Operation,
	{ options, ...parameters }: INodeParameters = {},
): Operation {
	const usual = operation.parameters;
	const allOptions = { ...(usual.options as object), ...(options as object) };
	return { ...operation, parameters: { ...usual, ...parameters, options: allOptions } };
}

export async function startOperation(
	{ parameters, onError }: Operation,
	service: Service,
	credential: ICredentialDataDecryptedObject,
) {
	if ('resource' in parameters) return await startAnalytics(service, parameters, { credential });
	const items = users(USERS);
	return await startNotifications(service, parameters, {
		credential,
		items,
		onError: onError ?? 'stopWorkflow',
	});
}
