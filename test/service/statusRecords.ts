import { rawJson } from './answers.ts';
import type { StatusRecordReading } from './readings.ts';

type StatusRecord = Record<string, unknown>;

const MINUTE_MS = 60_000;
const TIMES = ['CreatedAt', 'StartTime', 'EndTime', 'UpdatedAt'];

/** 4.3: the list of status records that a job's record is part of. */
export function statusRecords(record: StatusRecord, reading: StatusRecordReading): StatusRecord[] {
	const own = withJobId(record, reading.jobId);
	const others = (reading.others ?? []).map(({ minutes, ...fields }) => ({
		...own,
		HasError: false,
		ErrorMessage: null,
		...fields,
		...laterTimes(own, minutes),
	}));
	const records = reading.order === 'last' ? [...others, own] : [own, ...others];
	const foreign = { ...own, JobId: 'job-of-somebody-else', Status: 'FAILED', HasError: true };
	return (reading.otherJob ? [foreign, ...records] : records)
		.map((each) => withTimes(each, reading.times))
		.map((each) => withKeys(each, reading.keys));
}

function withKeys(record: StatusRecord, form: StatusRecordReading['keys']): StatusRecord {
	if (form === undefined) return record;
	const camelCase = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);
	const snakeCase = (name: string) =>
		camelCase(name).replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
	const keyOf = form === 'camelCase' ? camelCase : snakeCase;
	return Object.fromEntries(Object.entries(record).map(([name, value]) => [keyOf(name), value]));
}

function withJobId(record: StatusRecord, form: StatusRecordReading['jobId']): StatusRecord {
	const { JobId, ...others } = record;
	const text = String(JobId);
	switch (form) {
		case 'absent':
			return others;
		case 'upperCase':
			return { ...others, JobId: text.toUpperCase() };
		case 'number':
			return { ...others, JobId: rawJson(text) };
		case 'text':
		case undefined:
			return record;
	}
}

function laterTimes(record: StatusRecord, minutes: number): StatusRecord {
	const later = (time: unknown) =>
		new Date(Date.parse(String(time)) + minutes * MINUTE_MS).toISOString();
	return Object.fromEntries(TIMES.map((name) => [name, later(record[name])]));
}

function withTimes(record: StatusRecord, times: string[] = TIMES): StatusRecord {
	const isKept = ([name]: [string, unknown]) => !TIMES.includes(name) || times.includes(name);
	return Object.fromEntries(Object.entries(record).filter(isKept));
}
