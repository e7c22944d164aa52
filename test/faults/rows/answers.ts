import type { Fault } from '../../service/faults';
import { inEnvelope } from '../../readings/reading';
import { maybeSent, row, type Row } from '../row';

const notTheService = (files: string): Row['expected'] => ({
	all: 'error: did not come from the service',
	status: 'recovers | error: did not come from the service',
	files,
	sending: 'error: may have been sent',
});
const NOT_A_FILE = 'error: an error description instead of a file';
/** A file that is damaged, or empty, is fetched three times. */
const DAMAGED = notTheService('recovers | error: is damaged');
const WRONG_SHAPE: Row['expected'] = {
	query: 'error: an unexpected response instead of the records of the query',
	start: 'error: an unexpected response instead of a new bulk export job',
	status: 'recovers | error: an unexpected response instead of the status of the job',
	files: NOT_A_FILE,
	sending: 'error: an unexpected response … may have been sent',
};
const NESTED: Fault = { kind: 'status', status: 200, body: '['.repeat(5e5) + ']'.repeat(5e5) };
const LOG_IN: Row['cause'] = {
	fault: ({ token }) => {
		const body = `<html><p>Log in, ${token} is not enough</p></html>`;
		return { kind: 'status', status: 200, body };
	},
};
const BROKEN_OFF = 'recovers | error: connection to the service broke off';
const IS_DAMAGED = 'recovers | error: is damaged';
/** A whole file, of which another download would be the same. */
const NO_CSV = 'error: is not a CSV file';
const NOT_UTF8 = 'error: not valid UTF-8 text';
/** Without a checksum, rows of other widths tell it alone. */
const NO_TABLE = 'error: error description';

/** Answers with a good status that are not what they should be. They may come of a wrong address. */
export const answerRows: Row[] = [
	row('204, request carried out', { kind: 'noContent', apply: true }, DAMAGED),
	row('200 with HTML that holds the token', LOG_IN, notTheService(NOT_A_FILE)),
	row('JSON or file cut in half', { kind: 'cutJson' }, DAMAGED),
	row('JSON of wrong shape', inEnvelope('rows: 1'), WRONG_SHAPE),
	row('1 MB of nested JSON', NESTED, WRONG_SHAPE),
	// Compression: of a file its own, of JSON a Content-Encoding, which n8n itself undoes.
	row(
		'double gzip',
		{ kind: 'gzip', damage: 'twice' },
		{ ...DAMAGED, asking: NOT_UTF8, status: `recovers | ${NOT_UTF8}`, files: NO_CSV },
	),
	row('truncated gzip', { kind: 'gzip', damage: 'truncated' }, DAMAGED),
	row(
		'bit-flipped gzip',
		{ kind: 'gzip', damage: 'flippedBit' },
		{ ...maybeSent(BROKEN_OFF), files: IS_DAMAGED },
	),
	// Of a file that is a bomb: memory.ts.
	row(
		'gzip bomb',
		{ kind: 'bomb', megabytes: 20 },
		{
			asking: 'error: larger than 4 MB',
			status: 'recovers | error: larger than 4 MB',
			sending: 'error: may have been sent',
		},
	),
	// A file that comes with Content-Encoding: gzip, so that n8n unpacks it before the node sees it. A cut between two
	// rows cannot be noticed: a hint says that there was no checksum.
	row(
		'truncated gzip, labelled',
		{ kind: 'gzip', damage: 'truncated', isLabelled: true },
		{ files: NO_TABLE },
	),
	row(
		'bit-flipped gzip, labelled',
		{ kind: 'gzip', damage: 'flippedBit', isLabelled: true },
		{ files: BROKEN_OFF },
	),
];
