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
	responses,
	SENDING_ALL,
	withStatus,
} from '../reading';

const OPERATIONS: Partial<Record<Endpoint, OperationName[]>> = {
	query: ['query'],
	bulkStart: CREATING,
	status: READING_STATUS,
	download: DOWNLOADING,
	notifications: SENDING_ALL,
};
const RECORD = { JobId: 'job-1', Status: 'DONE', HasError: false, ErrorMessage: null };
const UNEXPECTED = 'an unexpected response';
const NOT_TEXT = `${UNEXPECTED} … Not a text`;
const NOT_BOOLEAN = `${UNEXPECTED} … HasError: Not true or false`;
const NOT_A_FILE = 'an error description instead of a file';
const IN_DOUBT = `${UNEXPECTED}, but the notification may have been sent`;
/** "Too many" is what the status says, or Retry-After: no words are waited for. */
const TOO_MANY = 'Rate limit exceeded';
const BAD_UTF8 = Buffer.from('{"data":[{"text":"\xff"}],"status":200}', 'latin1');

const DEPARTURES: Array<[Endpoint, name: string, Fault, words: string]> = [
	['query', 'an object', inEnvelope({ day: 7 }), `${UNEXPECTED} … {"day":7}`],
	['query', 'a list of texts', inEnvelope(['day']), `${UNEXPECTED} … Not a record … "day"`],
	['query', 'no envelope', json([{ day: 7 }]), `${UNEXPECTED} … [{"day":7}]`],
	['query', 'neither data nor status', json({ rows: 1 }), 'Not a status … {"rows":1}'],
	['query', 'no UTF-8', { kind: 'file', bytes: BAD_UTF8 }, 'not valid UTF-8'],
	['query', '403, too many', withStatus(403, TOO_MANY), `does not allow this … ${TOO_MANY}`],
	['query', '400, too many', withStatus(400, TOO_MANY), `refused … ${TOO_MANY}`],
	['query', '503, too many', withStatus(503, TOO_MANY), `failed to process … ${TOO_MANY}`],

	['bulkStart', 'null', inEnvelope(null), `${UNEXPECTED} … Not an object`],
	['bulkStart', 'in a list', inEnvelope([{ jobId: 'job-1' }]), 'Not an object … job-1'],
	['bulkStart', 'JobId', inEnvelope({ JobId: 'job-1' }), 'jobId: Not a text … job-1'],
	['bulkStart', 'jobId is a number', inEnvelope({ jobId: 4711 }), 'jobId: Not a text … 4711'],

	['status', 'not in a list', inEnvelope(RECORD), `${UNEXPECTED} … job-1`],
	['status', 'JobId is a number', inEnvelope([{ ...RECORD, JobId: 7 }]), `JobId: Not a text … 7`],
	['status', 'status', inEnvelope([{ status: 'DONE', hasError: false }]), `${NOT_TEXT} … DONE`],
	['status', 'Status is null', inEnvelope([{ ...RECORD, Status: null }]), `${NOT_TEXT} … null`],
	['status', 'Status is 3', inEnvelope([{ ...RECORD, Status: 3 }]), `${NOT_TEXT} … 3`],
	...['true', 'false', 1, 0, null].map((HasError): [Endpoint, string, Fault, string] => [
		...(['status', `HasError is ${JSON.stringify(HasError)}`] as const),
		inEnvelope([{ ...RECORD, HasError }]),
		`${NOT_BOOLEAN} … ${JSON.stringify(HasError)}`,
	]),
	['status', 'two records of a job', inEnvelope([RECORD, RECORD]), '2 records … job-1, job-1'],

	[
		'download',
		'429 in an envelope',
		inEnvelope(null, 429, TOO_MANY),
		`${NOT_A_FILE} … ${TOO_MANY}`,
	],
	['download', 'JSON', json({ message: 'Being prepared' }), `${NOT_A_FILE} … Being prepared`],

	['notifications', 'success is "true"', json({ success: 'true' }), `${IN_DOUBT} … "true"`],
	['notifications', 'success is 1', json({ success: 1 }), `${IN_DOUBT} … 1`],
	['notifications', 'another key', json({ ok: true }), `${IN_DOUBT} … "ok"`],
	['notifications', 'HTTP 204', { kind: 'noContent', apply: true }, 'may have been sent'],
];

export const departures: Group = {
	title: 'Departs from the specification: an error that quotes',
	readings: DEPARTURES.map(([endpoint, name, fault, words]): Reading =>
		reading(`${endpoint}: ${name}`, OPERATIONS[endpoint] ?? [], `error: ${words}`, {
			...responses([endpoint], fault),
		}),
	),
};
