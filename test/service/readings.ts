/**
 * How the service reads what the specification leaves open. Without a reading it is the plainest one.
 * Everything is data, so that a case is one line of a table, and can be given on the command line.
 */
export interface Readings {
	envelope?: EnvelopeReading;
	statusRecord?: StatusRecordReading;
	request?: RequestReading;
	records?: RecordsReading;
	notification?: NotificationReading;
}

/** Section 2.2: what is undefined is absent. */
export interface EnvelopeReading {
	/** HTTP status of a success. */
	httpStatus?: number;
	status?: unknown;
	message?: unknown;
}

/** Sections 2.4 and 3: only DONE is named. */
export interface StatusRecordReading {
	/** Status of the first looks, in this order; after them the job is done. */
	running?: string[];
	done?: string;
}

/** Section 2.1: formats of dates and time zones are not shown. */
export interface RequestReading {
	endDate?: 'excluded' | 'excludedInBulk';
	timeZone?: 'offset' | 'name';
	dates?: 'withTime' | 'withoutTime';
}

/** Section 2.2: the columns of records are not shown. */
export interface RecordsReading {
	/** Fields that each record has besides. */
	fields?: Record<string, string>;
	/** Phones are numbers, and not in E.164. */
	numericPhones?: boolean;
}

/** Section 2.7: what else a response may hold is not shown. */
export interface NotificationReading {
	successFields?: Record<string, unknown>;
	/** 2.6: a nonce that is known is refused, instead of passed over in silence. */
	knownNonce?: { httpStatus: number; reason: unknown };
}
