import type { Readings } from './readings';

/** Every switch of the simulated service. What the specification leaves open is one of them. */
export type ServiceOptions = ReturnType<typeof defaultOptions>;

export function defaultOptions() {
	return {
		token: 'test-token-4f1c9a7e',
		accountId: 'account-1',
		flowId: 'flow-1',
		port: 0,
		notificationsPort: 0,

		/** Limits of section 8. Synchronous and bulk mode are counted separately. */
		enforceRateLimit: false,
		callsPerMinute: 5,
		windowMs: 60_000,

		/** How long a job takes. */
		jobDurationMs: 0,
		/** Status of one that takes no time, at the first look. */
		statusBetween: 'PROCESSING' as string | undefined,
		/** Jobs end with this error (section 7.3). */
		failJob: false as false | { message: string; description: string; status: string },

		/** Where the column names of a bulk file stand (section 2.5 leaves it open). */
		columnNames: 'secondRow' as 'secondRow' | 'firstRow' | 'absent',
		/** What the first row holds, if it is not the names. */
		firstRowCells: ['Query result'],
		/** Records of a query, for its name and days; by default some for each day. */
		rows: undefined as number | ((queryName: string, days: number) => number) | undefined,
		/** The same for each day, where data is not spread evenly, or changes. */
		rowsOn: undefined as ((day: string) => number) | undefined,

		newline: '\n' as '\n' | '\r\n' | '\r',
		quoteAll: false,
		bom: false,
		finalNewline: true,
		/** Members that the file is made of. */
		members: 1,
		/** A proxy on the way has unpacked the file. */
		decompressedByProxy: false,
		/** Downloads are redirected to the storage, which is another origin. */
		redirectDownload: false,

		/** Shape of error answers (section 7.6 leaves it open). */
		errorBody: 'envelope' as 'envelope' | 'json' | 'text' | 'html' | 'empty',
		/** Errors come as HTTP 200 with another status in the envelope. */
		errorsInside200: false,
		/** Queries that this account may not use (section 1.4). */
		queryNotOpen: [] as string[],

		/** Template ids and the params that each needs (section 2.6). */
		templates: {
			order_shipped: ['name', 'order_id'],
			payment_reminder: ['name', 'amount', 'due_date'],
			welcome: [],
			impact_alert: ['day', 'orders'],
			order_tracking: ['name', 'buttons'],
		} as Record<string, string[]>,
		invalidPhones: new Set<string>(),
		/** Of so many users, one is not known to the messaging app, always the same; 0: all are. */
		refusesOneIn: 100,
		/** On failure, the users before the one at fault are notified all the same. */
		partialCreate: false,
		/** What else the specification leaves open. */
		readings: {} as Readings,
	};
}
