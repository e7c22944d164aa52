import type { Fault } from '../../service/faults';
import { everywhere, ofFiles, type Row } from '../row';

const BREAK: Fault = { kind: 'breakOff', afterBytes: 200 };
const SILENCE = 60;
/** A whole answer may take ten times as long as its silence, a file as long as Max Wait. */
const LAST_MOMENT = 10 * SILENCE;
const MAX_WAIT = 700;

/** Trouble below HTTP: the host, the connection, the bytes on their way. */
export const connectionRows: Row[] = [
	{
		name: 'DNS failure',
		cause: { name: 'notFound' },
		expected: ofOneCall(everywhere('recovers | error: host of the service was not found')),
	},
	{
		name: 'connection refused',
		cause: { name: 'refused' },
		expected: ofOneCall(everywhere('recovers | error: refused the connection')),
	},
	{
		name: 'TLS: https to a plain port',
		cause: { secure: 'plainPort' },
		expected: notSecure(),
	},
	{
		name: 'TLS: self-signed certificate',
		cause: { secure: 'selfSigned' },
		expected: notSecure(),
	},
	{
		name: 'no HTTP at all',
		cause: { fault: { kind: 'notHttp' } },
		expected: brokenOff(),
	},
	{
		name: 'headers of 20 KB',
		cause: { fault: { kind: 'status', status: 200, headers: { 'X-Much': 'x'.repeat(20_000) } } },
		expected: brokenOff(),
	},
	{
		name: 'reset before the request is read',
		cause: { fault: { kind: 'resetBeforeRead' } },
		expected: brokenOff(),
	},
	{
		name: 'reset before headers, request carried out',
		cause: { fault: { kind: 'resetAfterRead', apply: true } },
		expected: brokenOff(),
	},
	{
		name: 'reset in the body, at 1 byte',
		cause: { fault: { kind: 'resetMidBody', atByte: 1 } },
		expected: brokenOff(),
	},
	{
		name: 'reset in the body, at half',
		cause: { fault: { kind: 'resetMidBody', fraction: 0.5 } },
		expected: brokenOff(),
	},
	{
		name: 'reset in the body, at the last byte',
		cause: { fault: { kind: 'resetMidBody', atByte: -1 } },
		expected: brokenOff(),
	},
	{
		name: 'silence before headers, request carried out',
		cause: { fault: { kind: 'stall', apply: true } },
		requestTimeout: SILENCE,
		expected: noAnswer('did not respond in time'),
	},
	{
		name: 'stalled body',
		cause: { fault: { kind: 'stallBody', fraction: 0.5 } },
		requestTimeout: SILENCE,
		expected: noAnswer('stopped sending'),
	},
	{
		name: 'slow drip, longer than the silence that is borne',
		cause: { fault: { kind: 'drip', bytesPerSecond: 16, pieceBytes: 16 } },
		requestTimeout: 10,
		expected: { ...everywhere('works'), names: 'works' },
	},
	{
		name: 'a byte every two seconds, for ever',
		cause: { fault: { kind: 'endless', everyMs: 2_000 } },
		requestTimeout: SILENCE,
		maxWait: MAX_WAIT,
		takes: [LAST_MOMENT, MAX_WAIT + 300],
		expected: {
			...everywhere('error: had not finished its response'),
			status: 'recovers | error: was not done after',
			notify: 'error: may have been sent',
			notifyWithoutNonce: 'error: may have been sent',
		},
	},
	{
		name: 'a file of which a byte comes every ten seconds',
		cause: { fault: { kind: 'drip', bytesPerSecond: 0.1 } },
		requestTimeout: SILENCE,
		maxWait: MAX_WAIT,
		takes: [MAX_WAIT, MAX_WAIT + 300],
		expected: ofFiles('error: had not finished its response'),
	},
	{
		name: 'line that ends after 200 bytes',
		cause: { fault: BREAK },
		expected: ofFiles('recovers | error: connection to the service broke off'),
	},
	{
		name: 'line that ends after 200 bytes, from another host',
		cause: { fault: BREAK, place: 'storage', options: { redirectDownload: true } },
		expected: ofFiles('recovers | error: connection to the service broke off'),
	},
	{
		name: 'line that ends after 200 bytes, and then 0 bytes',
		cause: { first: BREAK, fault: { kind: 'emptyBody' } },
		expected: ofFiles('recovers | error: sent only a part of the file'),
	},
];

/** It cannot be tried once more: what is not secure now is not expected to be so in a second. */
function notSecure(): Row['expected'] {
	const certificate = 'error: certificate of the service could not be verified';
	return ofOneCall({
		query: `— | ${certificate}`,
		start: `— | ${certificate}`,
		status: `recovers | ${certificate}`,
		items: certificate,
		file: certificate,
		notify: `— | ${certificate}`,
		notifyWithoutNonce: `— | ${certificate}`,
	});
}

/** What stays hits all calls that follow, so that the column names cannot be hit alone. */
function ofOneCall(expected: Row['expected']): Row['expected'] {
	return { ...expected, names: '—' };
}

function brokenOff() {
	return noAnswer('connection to the service broke off');
}

/** Whether the service did what was asked is not known: nobody is notified twice, but a second job may be. */
function noAnswer(message: string): Row['expected'] {
	return {
		query: `recovers | error: ${message}`,
		start: `recovers | error: ${message}`,
		status: `recovers | error: ${message}`,
		items: `recovers | error: ${message}`,
		file: `recovers | error: ${message}`,
		notify: `recovers | error: ${message}`,
		notifyWithoutNonce: 'error: may have been sent',
	};
}
