import type { Readings } from './readings.ts';

export type RetryAfter = 'seconds' | 'date' | 'none' | 'absurd';

/** Every switch of the simulated service. What the specification leaves open is one of them. */
export interface ServiceOptions {
	seed: number;
	token: string;
	accountId: string;
	flowId: string;
	port: number;

	/** Limits of section 8. Synchronous and bulk mode are counted separately. */
	enforceRateLimit: boolean;
	callsPerMinute: number;
	windowMs: number;
	/** Whether status and download calls count as calls of the bulk mode. */
	countStatusAndDownload: boolean;
	/** Retry-After of a 429. */
	retryAfter: RetryAfter;
	enforceRanges: boolean;
	maxRangeDays: number;
	maxPastDays: number;
	maxSyncRecords: number;
	maxBulkRecords: number;
	retentionMs: number;

	/** How long a job takes by the service's clock; 0: DONE at the first look. */
	jobDurationMs: number;
	/** Status words before DONE, in the order in which a job goes through them. */
	statusWords: string[];
	/** How often a job is looked at before it can be DONE, however short it is. Each look costs clients seconds. */
	looksBeforeDone: number;
	/** Jobs end with this error (section 7.3). */
	failJob: false | { message: string; description: string; status: string };

	/** Where the column names of a bulk file stand (section 2.5 leaves it open). */
	columnNames: 'secondRow' | 'firstRow' | 'absent';
	/** What the first row holds, if it is not the names. */
	firstRowCells: string[];
	/** Records of a query, for its name and days. */
	rows: number | ((queryName: string, days: number) => number) | undefined;

	/** The same for each day, where data is not spread evenly, or changes. */
	rowsOn: ((day: string) => number) | undefined;

	newline: '\n' | '\r\n' | '\r';
	quoteAll: boolean;
	bom: boolean;
	finalNewline: boolean;

	gzipLevel: number;
	/** Members that the file is made of. */
	members: number;
	/** Labelled Content-Encoding: gzip, so that the client unpacks it without being asked. */
	contentEncodingGzip: boolean;
	/** A proxy on the way has unpacked the file. */
	decompressedByProxy: boolean;
	/** Bytes behind the last member. */
	trailingGarbage: string;
	/** The stored file ends after this fraction of its bytes. */
	truncateAt: number | undefined;
	/** One bit of the stored file is wrong, at this fraction of its bytes. */
	flipBitAt: number | undefined;
	/** Downloads are redirected to the storage, which is another origin. */
	redirectDownload: boolean;
	/** Keeps the bytes of a file, so that it is sent again with a Content-Length. */
	cacheFiles: boolean;

	/** Shape of error answers (section 7.6 leaves it open). */
	errorBody: 'envelope' | 'json' | 'text' | 'html' | 'empty';
	/** Errors come as HTTP 200 with another status in the envelope. */
	errorsInside200: boolean;
	/** Queries that this account may not use (section 1.4). */
	queryNotOpen: string[];

	/** Template ids and the params that each needs (section 2.6). */
	templates: Record<string, string[]>;
	invalidPhones: Set<string>;
	/** Of so many users, one is not known to the messaging app, always the same; 0: all are. */
	refusesOneIn: number;
	/** On failure, the users before the one at fault are notified all the same. */
	partialCreate: boolean;
	/** HTTP status of a refused notification request. */
	failureStatus: number;
	/** Whether the path works with, and without, the /notifications prefix (section 4.6). */
	acceptPrefix: boolean;
	acceptNoPrefix: boolean;
	/** What else the specification leaves open. */
	readings: Readings;
}

const DAY_MS = 86_400_000;

export function defaultOptions(): ServiceOptions {
	return {
		seed: 1,
		token: 'test-token-4f1c9a7e',
		accountId: 'account-1',
		flowId: 'flow-1',
		port: 0,
		enforceRateLimit: false,
		callsPerMinute: 5,
		windowMs: 60_000,
		countStatusAndDownload: true,
		retryAfter: 'seconds',
		enforceRanges: true,
		maxRangeDays: 30,
		maxPastDays: 90,
		maxSyncRecords: 100_000,
		maxBulkRecords: 3_000_000,
		retentionMs: DAY_MS,
		jobDurationMs: 0,
		statusWords: ['QUEUED', 'RUNNING'],
		// Most tests start a job at the service itself, and want its file at once.
		looksBeforeDone: 0,
		failJob: false,
		columnNames: 'secondRow',
		firstRowCells: ['Query result'],
		rows: undefined,
		rowsOn: undefined,
		newline: '\n',
		quoteAll: false,
		bom: false,
		finalNewline: true,
		gzipLevel: 6,
		members: 1,
		contentEncodingGzip: false,
		decompressedByProxy: false,
		trailingGarbage: '',
		truncateAt: undefined,
		flipBitAt: undefined,
		redirectDownload: false,
		cacheFiles: false,
		errorBody: 'envelope',
		errorsInside200: false,
		queryNotOpen: [],
		templates: {
			order_shipped: ['name', 'order_id'],
			payment_reminder: ['name', 'amount', 'due_date'],
			welcome: [],
			impact_alert: ['day', 'orders'],
		},
		invalidPhones: new Set(),
		refusesOneIn: 100,
		partialCreate: false,
		failureStatus: 200,
		acceptPrefix: true,
		acceptNoPrefix: true,
		readings: {},
	};
}
