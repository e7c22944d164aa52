import type { INodeParameters } from 'n8n-workflow';
import type { startNode } from '../engine/runNode';
import { bulkExport, query, startAnalytics } from '../support/analyticsNode';
import type { credentialFor } from '../support/credential';
import { startNotifications, users } from '../support/notificationsNode';
import type { Endpoint } from '../service/requests';
import type { Service } from '../service/service';
import { allNotified, fileIsRight, jobStarted, recordsAreRight, rowsAreRight } from './results';
import type { Check } from './results';
import type { ColumnName } from './row';

export interface RunSettings {
	credential: ReturnType<typeof credentialFor> & { requestTimeout: number };
	maxWait: number;
}

/** What a node does when the fault hits it, and which call is hit. */
export interface Column {
	name: ColumnName;
	title: string;
	endpoint: Endpoint;
	/** Calls that are made before the one that is hit. */
	callsBefore: number;
	start(service: Service, settings: RunSettings): ReturnType<typeof startNode>;
	isRight: Check;
}

/** Users of the one request that a notification column sends. */
export const USERS = 3;

const analytics =
	(
		parametersOf: (options: INodeParameters) => Parameters<typeof startAnalytics>[1],
	): Column['start'] =>
	async (service, { credential, maxWait }) =>
		await startAnalytics(service, parametersOf({ maxWait }), { credential });

const notifications =
	(
		parameters: Parameters<typeof startNotifications>[1],
		onError: 'stopWorkflow' | 'continueErrorOutput' = 'stopWorkflow',
	): Column['start'] =>
	async (service, { credential }) =>
		await startNotifications(service, parameters, { credential, onError, items: users(USERS) });

export const columns: Column[] = [
	{
		name: 'query',
		title: 'query',
		endpoint: 'query',
		callsBefore: 0,
		start: analytics(() => query()),
		isRight: recordsAreRight,
	},
	{
		name: 'start',
		title: 'bulk start',
		endpoint: 'bulkStart',
		callsBefore: 0,
		start: analytics(() => bulkExport({ operation: 'start' })),
		isRight: jobStarted,
	},
	{
		name: 'names',
		title: 'column names',
		endpoint: 'query',
		callsBefore: 1,
		start: analytics((options) => bulkExport({ options })),
		isRight: rowsAreRight,
	},
	{
		name: 'status',
		title: 'status',
		endpoint: 'status',
		callsBefore: 2,
		start: analytics((options) => bulkExport({ options })),
		isRight: rowsAreRight,
	},
	{
		name: 'items',
		title: 'download to items',
		endpoint: 'download',
		callsBefore: 3,
		start: analytics((options) => bulkExport({ options })),
		isRight: rowsAreRight,
	},
	{
		name: 'file',
		title: 'download to file',
		endpoint: 'download',
		callsBefore: 3,
		start: analytics((options) => bulkExport({ output: 'csvFile', options })),
		isRight: fileIsRight,
	},
	{
		name: 'notify',
		title: 'notification',
		endpoint: 'notifications',
		callsBefore: 0,
		start: notifications({}),
		isRight: allNotified,
	},
	{
		name: 'notifyWithoutNonce',
		title: 'notification without nonce',
		endpoint: 'notifications',
		callsBefore: 0,
		start: notifications({ sendOnce: 'always' }, 'continueErrorOutput'),
		isRight: allNotified,
	},
];
