import type { Fault } from '../../service/faults';
import type { Row } from '../row';
import { notTheService, works } from './answers';

/** Compression: of a file its own, of JSON a Content-Encoding, which n8n itself undoes. */
export const compressionRows: Row[] = [
	{
		name: 'double gzip',
		cause: { fault: { kind: 'gzip', damage: 'twice' } },
		expected: notTheService('is damaged'),
	},
	{
		name: 'truncated gzip',
		cause: { fault: { kind: 'gzip', damage: 'truncated' } },
		expected: notTheService('is damaged'),
	},
	{
		name: 'bit-flipped gzip',
		cause: { fault: { kind: 'gzip', damage: 'flippedBit' } },
		expected: {
			query: 'recovers | error: connection to the service broke off',
			start: 'recovers | error: connection to the service broke off',
			status: 'recovers | error: connection to the service broke off',
			items: 'error: is damaged',
			file: 'error: is damaged',
			notify: 'recovers | error: connection to the service broke off',
			notifyWithoutNonce: 'error: may have been sent',
		},
	},
	{
		name: 'concatenated members',
		cause: { fault: { kind: 'gzip', damage: 'members' } },
		expected: works(),
	},
	{
		name: 'gzip bomb, 1 GB of zeros',
		cause: { fault: { kind: 'bomb', megabytes: 1024 } },
		isHeavy: true,
		limit: 60,
		expected: {
			query: 'error: larger than 256 MB',
			start: 'error: larger than 256 MB',
			status: 'recovers | error: larger than 256 MB',
			items: 'error: larger than Options > Max File Size',
			file: 'error: larger than Options > Max File Size',
			notify: 'error: may have been sent',
			notifyWithoutNonce: 'error: may have been sent',
		},
	},
	labelled('double gzip, labelled', { kind: 'gzip', damage: 'twice', isLabelled: true }, 'works'),
	labelled(
		// Where the cut is between two rows, or in the last value, nobody notices: see the report.
		'truncated gzip, labelled (see below)',
		{ kind: 'gzip', damage: 'truncated', isLabelled: true },
		'error: is damaged',
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
		...labelled(
			'gzip bomb, labelled',
			{ kind: 'bomb', megabytes: 1024, isLabelled: true },
			'error: larger than Options > Max File Size',
		),
		isHeavy: true,
		limit: 60,
	},
];

/** A file that comes with Content-Encoding: gzip, so that n8n unpacks it before the node sees it. */
function labelled(name: string, fault: Fault, expected: string): Row {
	return {
		name,
		cause: { fault },
		expected: {
			query: '—',
			start: '—',
			status: '—',
			items: expected,
			file: expected,
			notify: '—',
			notifyWithoutNonce: '—',
		},
	};
}
