import type { Fault } from '../../service/faults';
import { everywhere, ofFiles, type Row } from '../row';
import { damaged, works } from './answers';

/** More than an answer may have, and a cell of a file. */
const BOMB_MB = 300;

/** Compression: of a file its own, of JSON a Content-Encoding, which n8n itself undoes. */
export const compressionRows: Row[] = [
	{
		name: 'double gzip',
		cause: { fault: { kind: 'gzip', damage: 'twice' } },
		expected: damaged(),
	},
	{
		name: 'truncated gzip',
		cause: { fault: { kind: 'gzip', damage: 'truncated' } },
		expected: damaged(),
	},
	{
		name: 'bit-flipped gzip',
		cause: { fault: { kind: 'gzip', damage: 'flippedBit' } },
		expected: {
			...everywhere('recovers | error: connection to the service broke off'),
			items: 'recovers | error: is damaged',
			file: 'recovers | error: is damaged',
			notifyWithoutNonce: 'error: may have been sent',
		},
	},
	{
		name: 'concatenated members',
		cause: { fault: { kind: 'gzip', damage: 'members' } },
		expected: works(),
	},
	{
		name: 'gzip bomb, 300 MB of zeros',
		cause: { fault: { kind: 'bomb', megabytes: BOMB_MB } },
		isHeavy: true,
		// What is read by the same code is asked for once.
		expected: {
			query: '— | error: larger than 256 MB',
			start: '—',
			names: '—',
			status: 'recovers | —',
			// No cell is as long as that.
			items: 'recovers | —',
			file: '— | error: is damaged',
			notify: '—',
			notifyWithoutNonce: '— | error: may have been sent',
		},
	},
	labelled('double gzip, labelled', { kind: 'gzip', damage: 'twice', isLabelled: true }, 'works'),
	labelled(
		// Where the cut is between two rows, or in the last value, nobody notices: see the report.
		'truncated gzip, labelled (see below)',
		{ kind: 'gzip', damage: 'truncated', isLabelled: true },
		'recovers | error: is damaged',
	),
	labelled(
		'bit-flipped gzip, labelled',
		{ kind: 'gzip', damage: 'flippedBit', isLabelled: true },
		'recovers | error: connection to the service broke off',
	),
	labelled(
		'concatenated members, labelled',
		{ kind: 'gzip', damage: 'members', isLabelled: true },
		'works',
	),
	{
		...labelled('gzip bomb, labelled', { kind: 'bomb', megabytes: BOMB_MB, isLabelled: true }, '—'),
		isHeavy: true,
		expected: { ...ofFiles('—'), items: '— | error: is damaged' },
	},
];

/** A file that comes with Content-Encoding: gzip, so that n8n unpacks it before the node sees it. */
function labelled(name: string, fault: Fault, expected: string): Row {
	return {
		name,
		cause: { fault },
		expected: ofFiles(expected),
	};
}
