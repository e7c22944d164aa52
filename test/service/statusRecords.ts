import { rawJson } from './answers';
import type { StatusRecordReading } from './readings';

type StatusRecord = Record<string, unknown>;

const MINUTE_MS = 60_000;
const TIMES = ['CreatedAt', 'StartTime', 'EndTime', 'UpdatedAt'];

/** 4.3: the list of status records that a job's record is part of. */
export function statusRecords(record: StatusRecord, reading: StatusRecordReading): StatusRecord[] {
	const { jobId = 'text', others = [], order, otherJob, times = TIMES, keys } = reading;
	const text = String(record.JobId);
	const ids = {
		text: { JobId: text },
		number: { JobId: rawJson(text) },
		upperCase: { JobId: text.toUpperCase() },
		absent: { JobId: undefined },
	};
	const own = { ...record, ...ids[jobId] };
	const later = (minutes: number) =>
		Object.fromEntries(
			TIMES.map((name) => {
				const time = Date.parse(String(record[name])) + minutes * MINUTE_MS;
				return [name, new Date(time).toISOString()];
			}),
		);
	const more = others.map(({ minutes, ...fields }) => ({
		...own,
		HasError: false,
		ErrorMessage: null,
		...fields,
		...later(minutes),
	}));
	const foreign = { ...own, JobId: 'job-of-somebody-else', Status: 'FAILED', HasError: true };
	const records: StatusRecord[] = order === 'last' ? [...more, own] : [own, ...more];
	return (otherJob ? [foreign, ...records] : records).map((each) =>
		Object.fromEntries(
			Object.entries(each)
				.filter(([name]) => !TIMES.includes(name) || times.includes(name))
				.map(([name, value]) => [keyIn(keys, name), value]),
		),
	);
}

function keyIn(form: StatusRecordReading['keys'], name: string): string {
	if (form === undefined) return name;
	const camelCase = name.charAt(0).toLowerCase() + name.slice(1);
	if (form === 'camelCase') return camelCase;
	return camelCase.replace(/[A-Z]+/g, (letters) => `_${letters.toLowerCase()}`);
}
