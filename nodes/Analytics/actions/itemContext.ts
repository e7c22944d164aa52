import type { IBinaryData, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { BodyStream } from '../../shared/client/responseBody';
import type { AnalyticsApi } from '../transport/analyticsApi';

/** One operation as the editor shows it: its fields, and what happens for one input item. */
export interface Operation {
	fields: INodeProperties[];
	execute(run: ItemRun): Promise<INodeExecutionData[]>;
}

/** All that an operation sees of n8n while it works on one input item. */
export interface ItemRun {
	itemIndex: number;
	/** Input items that are worked on at the same time, this one included. */
	itemCount: number;
	/** The value of a field, expressions resolved. */
	parameter(name: string, fallback?: unknown): unknown;
	/** IANA name. */
	workflowTimeZone: string;
	/**
	 * The service.
	 *
	 * @param timeoutSeconds longest silence of the service
	 * @param signal ends its calls earlier than `signal` below
	 */
	api(timeoutSeconds: number, signal?: AbortSignal): AnalyticsApi;
	now(): Date;
	/** Ends every wait: the Stop button, or the failure of another item. */
	signal: AbortSignal;
	/** Shown to the user beside the output of the node. */
	hint(message: string): void;
	saveFile(content: BodyStream | Buffer, fileName: string, mimeType: string): Promise<IBinaryData>;
	/** A call by an AI agent: the output goes into a model's context. */
	isToolCall: boolean;
}
