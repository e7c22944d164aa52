import type { Answer } from './answers';
import type { KnownEndpoint } from './requests';

/** What tests can change of the simulated service. By default, it is as the facts and the specification say. */
export interface ServiceOptions {
	/** The API token, account and flow that it knows. */
	token: string;
	accountId: string;
	flowId: string;
	/** Ports to listen on; 0 is any free one. */
	port: number;
	notificationsPort: number;

	/** The limits of section 8, counted separately for queries and for bulk exports. */
	callsPerMinute: number;
	windowMs: number;

	/** How long a job takes. */
	jobDurationMs: number;
	/** The states of a job, one for each look at it; a job that takes no time is done after them. */
	states: string[];
	/** Jobs end with this error (section 7.3). */
	failJob: { message: string; description: string } | undefined;

	/** Where the column names of a bulk file are (section 2.5 leaves it open). */
	columnNames: 'secondRow' | 'firstRow' | 'absent';
	/** How many records a query has, for its name and its days, such as 2026-11-01; by default some for each day. */
	rows: number | ((queryName: string, days: string[]) => number) | undefined;

	/**
	 * What the record of a job says of the size of its file. By default it is smaller than any file, because the file
	 * is made only when it is sent.
	 */
	compressedBytes: number | undefined;

	/** A proxy between the service and the client unpacks the files. */
	decompressedByProxy: boolean;

	/** Which of the two documented forms of dates it accepts: without a time, or with one. */
	dates: 'both' | 'date' | 'dateTime';
	/** An end date without a time is the first day without data. */
	endDateExcluded: boolean;

	/** The IDs of the templates, and the parameters that each needs (section 2.6); with 'any', every ID is accepted. */
	templates: Record<string, string[]> | 'any';
	/** Whether the answer to accepted notifications contains their IDs. */
	returnsIds: boolean;
	/** The phones of records are numbers instead of texts. */
	numericPhones: boolean;

	/** What it answers instead of the usual answer, for what no other option changes. @param body of the request */
	answers: (answer: Answer, endpoint: KnownEndpoint, body: unknown) => Answer;
}

export function defaultOptions(): ServiceOptions {
	return {
		token: 'test-token-4f1c9a7e',
		accountId: 'account-1',
		flowId: 'flow-1',
		port: 0,
		notificationsPort: 0,
		callsPerMinute: Infinity,
		windowMs: 60_000,
		jobDurationMs: 0,
		states: ['PENDING', 'RUNNING'],
		failJob: undefined,
		columnNames: 'secondRow',
		rows: undefined,
		compressedBytes: undefined,
		decompressedByProxy: false,
		dates: 'both',
		endDateExcluded: false,
		templates: {
			order_shipped: ['name', 'order_id'],
			payment_reminder: ['name', 'amount', 'due_date'],
			welcome: [],
			shop_news: ['name'],
			impact_alert: ['day', 'orders'],
			order_tracking: ['name', 'buttons'],
		},
		returnsIds: true,
		numericPhones: false,
		answers: (answer) => answer,
	};
}

/** It knows every template, and answers with nothing but `{ success: true }`. */
export const ACCEPTS_ALL: Partial<ServiceOptions> = {
	templates: 'any',
	returnsIds: false,
};
