import type { Fault } from '../../service/faults';
import { maybeSent, row, type Row } from '../row';
import { DAMAGED, WORKS } from './answers';

/** More than an answer may have, and a cell of a file. */
const BOMB: Fault = { kind: 'bomb', megabytes: 300 };
const BROKEN_OFF = 'recovers | error: connection to the service broke off';
const IS_DAMAGED = 'recovers | error: is damaged';
/** A whole file, of which another download would be the same. */
const NO_CSV = 'error: is not a CSV file';
const NOT_UTF8 = 'error: not valid UTF-8 text';
/** Without a checksum, rows of other widths tell it alone. */
const NO_TABLE = 'error: error description';

/** Compression: of a file its own, of JSON a Content-Encoding, which n8n itself undoes. */
export const compressionRows: Row[] = [
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
	row('concatenated members', { kind: 'gzip', damage: 'members' }, WORKS),
	row(
		'gzip bomb, 300 MB of zeros',
		BOMB,
		// What is read by the same code is asked for once.
		{
			query: '— | error: larger than 4 MB',
			names: '—',
			status: 'recovers | —',
			// No row is as long as that.
			items: 'error: is not a CSV file | —',
			file: '— | error: is not a CSV file',
			notifyWithoutNonce: '— | error: may have been sent',
		},
		{ isHeavy: true },
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
