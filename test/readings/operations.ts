import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { bulkExport, query, startAnalytics } from '../support/analyticsNode';
import { startNotifications, users } from '../support/notificationsNode';
import type { Service } from '../service/service';
import { type Check, checks } from './results';

/** What a user does with the nodes. */
export interface Operation {
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
const RESULT = bulkExport({ operation: 'getResult', options: TEXT });

const does = (
	parameters: INodeParameters,
	isRight: Check,
	more: Partial<Operation> = {},
): Operation => ({ parameters, isRight, ...more });
const { rows, status, notified } = checks;
const OF_A_JOB = { needsJob: true } as const;

export const operations = {
	query: does(query({ dateRange: 'yesterday' }), checks.query),
	start: does(bulkExport({ operation: 'start' }), checks.start),
	run: does(RUN, rows),
	file: does({ ...RUN, output: 'csvFile' }, checks.file),
	getStatus: does(bulkExport({ operation: 'getStatus' }), status, OF_A_JOB),
	getResult: does(RESULT, rows, OF_A_JOB),
	notify: does({ sendOnce: 'nonce', nonce: '={{ $json.name }}' }, notified),
	notifyWithoutNonce: does({ sendOnce: 'always' }, notified),
};

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
