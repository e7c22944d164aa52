/** Every switch of the simulated service. By default it is as the facts and the specification say. */
export type ServiceOptions = ReturnType<typeof defaultOptions>;

export function defaultOptions() {
	return {
		token: 'test-token-4f1c9a7e',
		accountId: 'account-1',
		flowId: 'flow-1',
		port: 0,
		notificationsPort: 0,

		/** Limits of section 8. Synchronous and bulk mode are counted separately. */
		callsPerMinute: Infinity,
		windowMs: 60_000,

		jobDurationMs: 0,
		/** States of one that takes no time, at the first looks; after them it is DONE. */
		states: ['PENDING', 'RUNNING'],
		/** Jobs end with this error (section 7.3). */
		failJob: undefined as undefined | { message: string; description: string },

		/** Where the column names of a bulk file stand (section 2.5 leaves it open). */
		columnNames: 'secondRow' as 'secondRow' | 'firstRow' | 'absent',
		/** Records of a query, for its name and days; by default some for each day. */
		rows: undefined as number | ((queryName: string, days: number) => number) | undefined,

		/** A proxy on the way has unpacked the file. */
		decompressedByProxy: false,

		/** Which of the two documented forms of dates is accepted. */
		dates: 'both' as 'both' | 'date' | 'dateTime',
		/** The end date of a form without a time is the first day without data. */
		endDateExcluded: false,

		/** Template ids and the params that each needs (section 2.6). */
		templates: {
			order_shipped: ['name', 'order_id'],
			payment_reminder: ['name', 'amount', 'due_date'],
			welcome: [],
			impact_alert: ['day', 'orders'],
			order_tracking: ['name', 'buttons'],
		} as Record<string, string[]>,
		/** Of so many users, one is not known to the messaging app, always the same; 0: all are. */
		refusesOneIn: 100,
		/** Phones are numbers, and not in E.164. */
		numericPhones: false,
	};
}
