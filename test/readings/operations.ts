import type { INodeParameters } from 'n8n-workflow';
import { request } from 'undici';
import type { startNode } from '../engine/runNode';
import { bulkExport, query, startAnalytics } from '../support/analyticsNode';
import { credentialFor } from '../support/credential';
import { startNotifications, users } from '../support/notificationsNode';
import type { Service } from '../service/service';
import type { OperationName, Reading } from './reading';
import { type Check, checks } from './results';

export const USERS = 3;

export interface Operation {
	name: OperationName;
	title: string;
	/** What the node is told. */
	parameters(reading: Reading): INodeParameters;
	/** What is there before anything goes otherwise than usual. */
	prepare?(service: Service, reading: Reading): Promise<Reading>;
	start(service: Service, reading: Reading): ReturnType<typeof startNode>;
	isRight: Check;
}

/** As text, whatever the node converts by default: what is compared is the file itself. */
const OPTIONS = { maxWait: 200, convertTypes: false };

type Parameters = Operation['parameters'];

/** A reading's own options are added to the usual ones. */
const merged =
	(usual: INodeParameters, optionNames: Array<keyof typeof OPTIONS>): Parameters =>
	({ parameters = {} }) => {
		const options = Object.fromEntries(optionNames.map((name) => [name, OPTIONS[name]]));
		return {
			...usual,
			...parameters,
			options: { ...options, ...(parameters.options as object) },
		};
	};

const analytics = (parameters: Parameters): Pick<Operation, 'parameters' | 'start'> => ({
	parameters,
	start: async (service, reading) =>
		await startAnalytics(service, parameters(reading), {
			credential: { ...credentialFor(service), ...reading.credential },
		}),
});

/** A job that was started before, by somebody else. */
const withJob = (parameters: Parameters): Pick<Operation, 'parameters' | 'prepare' | 'start'> => ({
	parameters,
	prepare: async (service, reading) => {
		const { queryName } = parameters(reading);
		const jobId = await startJob(service, queryName as string);
		const { options, ...others } = reading.parameters ?? {};
		const known = reading.isQueryForgotten ? {} : { queryName };
		const withQuery = { ...known, ...(options as INodeParameters) };
		return { ...reading, parameters: { jobId, ...others, options: withQuery } };
	},
	start: analytics(parameters).start,
});

const notifications = (
	usual: INodeParameters,
	onError: 'stopWorkflow' | 'continueErrorOutput' = 'stopWorkflow',
): Pick<Operation, 'parameters' | 'start'> => {
	const parameters = merged(usual, []);
	return {
		parameters,
		start: async (service, reading) =>
			await startNotifications(service, parameters(reading), {
				credential: { ...credentialFor(service), ...reading.credential },
				items: users(USERS),
				onError,
			}),
	};
};

const RUN = merged(bulkExport(), ['maxWait', 'convertTypes']);
const NONCE = { sendOnce: 'nonce', nonce: '={{ $json.name }}' };

export const operations: Operation[] = [
	{
		name: 'query',
		title: 'Query > Run',
		...analytics(merged(query({ dateRange: 'yesterday' }), [])),
		isRight: checks.query,
	},
	{
		name: 'start',
		title: 'Bulk Export > Start',
		...analytics(merged(bulkExport({ operation: 'start' }), [])),
		isRight: checks.start,
	},
	{ name: 'run', title: 'Bulk Export > Run', ...analytics(RUN), isRight: checks.rows },
	{
		name: 'file',
		title: 'Bulk Export > Run to a file',
		...analytics((reading) => ({ ...RUN(reading), output: 'csvFile' })),
		isRight: checks.file,
	},
	{
		name: 'getStatus',
		title: 'Get Status',
		...withJob(merged(bulkExport({ operation: 'getStatus' }), [])),
		isRight: checks.status,
	},
	{
		name: 'getResult',
		title: 'Get Result',
		...withJob(merged(bulkExport({ operation: 'getResult' }), ['convertTypes'])),
		isRight: checks.rows,
	},
	{
		name: 'notify',
		title: 'Notification > Send',
		...notifications(NONCE),
		isRight: checks.notified,
	},
	{
		name: 'notifyEach',
		title: 'Send, with an error output',
		...notifications(NONCE, 'continueErrorOutput'),
		isRight: checks.notified,
	},
	{
		name: 'notifyWithoutNonce',
		title: 'Send without nonce',
		...notifications({ sendOnce: 'always' }),
		isRight: checks.notified,
	},
];

async function startJob(service: Service, queryName: string): Promise<string> {
	const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
	const { body } = await request(
		`${service.baseUrl}/dp/data-api/v1/private/analytics/querying?bulkCopy=true`,
		{
			method: 'POST',
			headers: { authorization: `Bearer ${service.token}` },
			body: JSON.stringify({
				queryName,
				timeZone: 'UTC',
				startDate: yesterday,
				endDate: yesterday,
			}),
		},
	);
	await body.dump();
	service.requests.length = 0;
	const [jobId] = service.jobs.keys();
	if (jobId === undefined) throw new Error('No job was started');
	return jobId;
}
