import type { IBinaryData, IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { limiterFor } from '../../shared/client/limiters';
import type { BodyStream } from '../../shared/client/responseBody';
import { ServiceClient } from '../../shared/client/serviceClient';
import type { Connection } from '../../shared/credential/connection';
import type { ServiceDetails } from '../../shared/credential/serviceDetails';
import type { JobTimes } from '../job/jobTimes';
import { AnalyticsApi } from '../transport/analyticsApi';
import { readOptions } from './fields/options';
import type { SharedWork } from './sharedWork';
import { savedBytes, type SubExecution, subExecution } from './subExecution';
import type { Turns } from './turns';

export interface Shared {
	/** Jobs that were started. */
	starts: SharedWork;
	/** Jobs that are waited for. */
	waits: SharedWork;
	/** How long they take. */
	times: JobTimes;
	/** Output items. */
	results: SharedWork;
	/** Of items whose rows go to a sub-workflow. */
	turns: Turns;
}

/** All that an operation sees of n8n while it works on one input item. */
export interface ItemContext {
	itemIndex: number;
	/** Input items that are worked on at the same time, this one included. */
	itemCount: number;
	/** The value of a field, expressions resolved. */
	parameter(name: string, fallback?: unknown): unknown;
	/** IANA name. */
	workflowTimeZone: string;
	/** Of the credential. */
	serviceDetails: ServiceDetails;
	now(): Date;
	/** The service, with the Request Timeout that the user chose; its calls end with `signal`. */
	api(): AnalyticsApi;
	/** What input items with equal requests do once for all of them. */
	shared: Shared;
	/** Ends every wait: the Stop button, or the failure of another item. */
	signal: AbortSignal;
	/** The same item with a signal that ends earlier, for a part of its work. */
	withSignal(signal: AbortSignal): ItemContext;
	/** Shown to the user beside the output of the node. */
	hint(message: string): void;
	saveFile(content: BodyStream | Buffer, fileName: string, mimeType: string): Promise<IBinaryData>;
	/** The bytes of a file that was saved. */
	savedBytes(file: IBinaryData): AsyncGenerator<Uint8Array>;
	/** What an earlier try in the same run of the node has noted; n8n keeps it with the execution. */
	note(key: string): unknown;
	setNote(key: string, value: unknown): void;
	/** Runs another workflow with rows as its items. */
	subExecution(batch: { workflowId: string; rows: IDataObject[] }): Promise<SubExecution>;
	/** A call by an AI agent: the output goes into a model's context. */
	isToolCall: boolean;
}

export interface ItemContextOptions {
	n8n: IExecuteFunctions;
	itemIndex: number;
	connection: Connection;
	shared: Shared;
	signal: AbortSignal;
	hint(message: string): void;
}

/** Ties an operation to n8n for one input item. */
export function itemContext(options: ItemContextOptions): ItemContext {
	const { n8n, itemIndex, connection, shared, signal, hint } = options;
	const parameter: ItemContext['parameter'] = (name, fallback) =>
		n8n.getNodeParameter(name, itemIndex, fallback);
	return {
		itemIndex,
		itemCount: n8n.getInputData().length,
		parameter,
		workflowTimeZone: n8n.getTimezone(),
		serviceDetails: connection.serviceDetails,
		now: () => new Date(),
		api() {
			const { requestTimeout } = readOptions(parameter('options', {}), 'requestTimeout');
			const { token } = connection;
			return new AnalyticsApi({
				client: new ServiceClient({
					context: n8n,
					token,
					timeoutMs: requestTimeout * 1000,
					signal,
				}),
				url: connection.analyticsUrl,
				callsPerMinute: connection.callsPerMinute,
				limiters: {
					synchronous: limiterFor(connection, 'synchronous'),
					bulk: limiterFor(connection, 'bulk'),
				},
				words: connection.serviceDetails,
				hint,
			});
		},
		shared,
		signal,
		withSignal: (earlier) => itemContext({ ...options, signal: earlier }),
		hint,
		saveFile: async (content, fileName, mimeType) =>
			await n8n.helpers.prepareBinaryData(content, fileName, mimeType),
		note: (key) => n8n.getContext?.('node')[noteName(n8n, key)] as unknown,
		setNote(key, value) {
			const notes = n8n.getContext?.('node');
			if (notes) notes[noteName(n8n, key)] = value;
		},
		savedBytes: (file) => savedBytes(n8n, file),
		subExecution: async (batch) => await subExecution(n8n, batch),
		// `isToolExecution` is missing in n8n 1.x and 2.0, and false where n8n's engine runs
		// the tool for the agent. There the type of the node tells: `analyticsTool`.
		isToolCall: n8n.isToolExecution?.() === true || /Tool$/.test(n8n.getNode().type),
	};
}

/** In a loop, each run of the node has notes of its own. */
function noteName(n8n: IExecuteFunctions, key: string): string {
	return `${n8n.getWorkflowDataProxy(0).$runIndex}: ${key}`;
}
