import type { Fault } from '../../service/faults';
import type { Endpoint } from '../../service/requests';
import type { OperationName } from '../operations';
import {
	CREATING,
	DOWNLOADING,
	type Group,
	inEnvelope,
	json,
	type Reading,
	reading,
	READING_STATUS,
	responsesOf,
	SENDING,
	withStatus,
} from '../reading';

const OPERATIONS: Partial<Record<Endpoint, OperationName[]>> = {
	query: ['query'],
	bulkStart: CREATING,
	status: READING_STATUS,
	download: DOWNLOADING,
	notifications: SENDING,
};
const RECORD = { JobId: 'job-1', Status: 'DONE', HasError: false, ErrorMessage: null };
const UNEXPECTED = 'an unexpected response';
const NOT_A_FILE = 'an error description instead of a file';
const IN_DOUBT = `${UNEXPECTED}, but the notification may have been sent`;
/** "Too many" is what the status says, or Retry-After: no words are waited for. */
const TOO_MANY = 'Rate limit exceeded';

const DEPARTURES: Array<[Endpoint, name: string, Fault, words: string]> = [
	['query', 'an object', inEnvelope({ day: 7 }), `${UNEXPECTED} … {"day":7}`],
	['query', 'a list of texts', inEnvelope(['day']), `${UNEXPECTED} … Not a record … "day"`],
	['query', 'no envelope', json([{ day: 7 }]), `${UNEXPECTED} … [{"day":7}]`],
	['query', 'neither data nor status', json({ rows: 1 }), 'Not a status … {"rows":1}'],
	['query', '403, too many', withStatus(403, TOO_MANY), `does not allow this … ${TOO_MANY}`],
	['bulkStart', 'in a list', inEnvelope([{ jobId: 'job-1' }]), 'Not an object … job-1'],
	['bulkStart', 'JobId', inEnvelope({ JobId: 'job-1' }), 'jobId: Not a text … job-1'],
	['status', 'not in a list', inEnvelope(RECORD), `${UNEXPECTED} … job-1`],
	['status', 'JobId is a number', inEnvelope([{ ...RECORD, JobId: 7 }]), `JobId: Not a text … 7`],
	['status', 'Status is 3', inEnvelope([{ ...RECORD, Status: 3 }]), `Status: Not a text … 3`],
	['status', 'HasError is 0', inEnvelope([{ ...RECORD, HasError: 0 }]), 'Not true or false … 0'],
	['status', 'two records of a job', inEnvelope([RECORD, RECORD]), '2 records … job-1, job-1'],
	['download', 'JSON', json({ message: 'Being prepared' }), `${NOT_A_FILE} … Being prepared`],
	['notifications', 'success is "true"', json({ success: 'true' }), `${IN_DOUBT} … "true"`],
];

export const departures: Group = {
	title: 'Departs from the specification: an error that quotes',
	readings: DEPARTURES.map(([endpoint, name, fault, words]): Reading =>
		reading(`${endpoint}: ${name}`, OPERATIONS[endpoint] ?? [], `error: ${words}`, {
			...responsesOf([endpoint], fault),
		}),
	),
};
