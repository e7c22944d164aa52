/**
 * How the service reads what the specification leaves open. Without a reading it is the plainest one.
 * Everything is data, so that a case is one line of a table, and can be given on the command line.
 */
export interface Readings {
	envelope?: EnvelopeReading;
	creation?: CreationReading;
	statusRecord?: StatusRecordReading;
	request?: RequestReading;
	records?: RecordsReading;
	notification?: NotificationReading;
	/** 2.3: the ID of a job is digits, and in JSON a number; a long one has more digits than JavaScript counts. */
	jobId?: 'number' | 'longNumber';
}

/** Section 2.2: whether fields may be absent, of other types, or of another form, is not said. */
export interface EnvelopeReading {
	/** HTTP status of a success. */
	httpStatus?: number;
	status?: unknown;
	message?: unknown;
	without?: Array<'status' | 'message'>;
	/** How a list of no records is written. */
	emptyList?: 'null' | 'absent' | 'noContent';
	/** How a list of one record is written. */
	listOfOne?: 'object';
	/** How what is no list is written. */
	object?: 'list';
}

/** Section 2.3. */
export interface CreationReading {
	/** Other names of keys. */
	keys?: Record<string, string>;
	/** The only keys that are there. */
	only?: string[];
}

/** Sections 2.4 and 3: only DONE is named. */
export interface StatusRecordReading {
	/** How `JobId` is written here; as at the creation without it. */
	jobId?: 'upperCase' | 'number' | 'text' | 'absent';
	/** How all its keys are written. */
	keys?: 'camelCase' | 'snakeCase';
	/** Status of the first looks, in this order; after them the job is done. */
	running?: unknown[];
	done?: string;
	hasError?: { yes: unknown; no: unknown };
	/** `ErrorMessage` of a failed job, and of one without an error. */
	errorMessage?: unknown;
	noErrorMessage?: unknown;
	/** Other records of the same job, written so many minutes later than the true one. */
	others?: Array<{ Status: unknown; HasError?: boolean; minutes: number }>;
	/** Whether the true record stands in front of the others, or behind them. */
	order?: 'first' | 'last';
	/** The only times that records carry. */
	times?: Array<'CreatedAt' | 'StartTime' | 'UpdatedAt'>;
	/** The list has the records of another job, too. */
	otherJob?: boolean;
	/** A job that is not known is an empty list. */
	unknownJob?: 'emptyList';
}

/** Section 2.1: formats of dates and time zones are not shown. */
export interface RequestReading {
	endDate?: 'excluded' | 'excludedInBulk';
	timeZone?: 'offset' | 'name';
	dates?: 'withTime' | 'withoutTime';
}

/** Section 2.2: the columns of records are not shown. */
export interface RecordsReading {
	/** Fields that each record has besides, as they stand in the JSON. */
	fields?: Record<string, string>;
	/** How a file names its columns, if not as the records of a query do. */
	labels?: 'titleCase' | 'otherWords';
	/** How phones are written, if not in E.164. */
	phones?: 'digits' | 'number' | 'spaced';
	/** A text of each record has a byte that UTF-8 has not. */
	invalidUtf8?: boolean;
}

/** Section 2.7: HTTP statuses, and what else an answer may hold, are not shown. */
export interface NotificationReading {
	success?: { yes: unknown; no: unknown };
	/** HTTP status of a success; a 204 has no body. */
	successStatus?: number;
	successFields?: Record<string, unknown>;
	/** Stands in place of the reason of a failure. */
	reason?: unknown;
	/** One user at fault does not hold up the others: the list that names it, and by what. */
	perUser?: { list: 'failed' | 'errors'; by: 'phone' | 'nonce' | 'index' };
	/** 2.6: a nonce that is known is refused, instead of passed over in silence. */
	knownNonce?: { httpStatus: number; reason: unknown };
}
