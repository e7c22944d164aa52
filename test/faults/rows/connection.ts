import type { Fault } from '../../service/faults';
import { maybeSent, row, type Row } from '../row';

const HALF: Fault = { kind: 'resetMidBody', fraction: 0.5 };
const SILENCE = 60;
/** A whole answer may take ten times as long as its silence, a file as long as Max Wait. */
const LAST_MOMENT = 10 * SILENCE;
const MAX_WAIT = 700;

const BROKEN_OFF = 'recovers | error: connection to the service broke off';
const NOT_FOUND = 'recovers | error: host of the service was not found';
const NOT_CONNECTED = 'recovers | error: refused the connection';
const NOT_FINISHED = 'error: had not finished its response';

/** What stays hits all calls that follow, so that the column names cannot be hit alone. */
const ofOneCall = (expected: Row['expected']): Row['expected'] => ({ ...expected, names: '—' });

const BREAKS: Record<string, Fault> = {
	'no HTTP at all': { kind: 'notHttp' },
	'headers of 20 KB': { kind: 'status', status: 200, headers: { 'X-Much': 'x'.repeat(20_000) } },
	'reset before the request is read': { kind: 'resetBeforeRead' },
	'reset before headers, request carried out': { kind: 'resetAfterRead', apply: true },
	'reset in the body, at half': HALF,
	'reset in the body, near its end': { kind: 'resetMidBody', fraction: 0.99 },
};

/** Trouble below HTTP: the host, the connection, the bytes on their way. */
export const connectionRows: Row[] = [
	row('DNS failure', { name: 'notFound' }, ofOneCall({ all: NOT_FOUND })),
	row('connection refused', { name: 'refused' }, ofOneCall({ all: NOT_CONNECTED })),
	...Object.entries(BREAKS).map(([name, fault]) => row(name, fault, maybeSent(BROKEN_OFF))),
	row(
		'silence before headers, request carried out',
		{ kind: 'stall', apply: true },
		maybeSent('recovers | error: did not respond in time'),
		{ requestTimeout: SILENCE },
	),
	row(
		'stalled body',
		{ kind: 'stallBody', fraction: 0.5 },
		maybeSent('recovers | error: stopped sending'),
		{ requestTimeout: SILENCE },
	),
	row(
		'slow drip, longer than the silence that is borne',
		{ kind: 'drip', bytesPerSecond: 4 },
		// The column names take a call of their own, too.
		{ all: 'works', names: 'works' },
		{ requestTimeout: 40 },
	),
	row(
		'a byte every two seconds, for ever',
		{ kind: 'endless', everyMs: 2_000 },
		{
			all: NOT_FINISHED,
			status: 'recovers | error: was not done after',
			sending: 'error: may have been sent',
		},
		{ requestTimeout: SILENCE, maxWait: MAX_WAIT, takes: [LAST_MOMENT, MAX_WAIT + 300] },
	),
	row(
		'reset in the body, from another host',
		{ fault: HALF, place: 'storage', options: { redirectDownload: true } },
		{ files: BROKEN_OFF },
	),
];
