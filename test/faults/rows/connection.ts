import type { Row } from '../row';

const SILENCE = 0.5;

/** Trouble below HTTP: the host, the connection, the bytes on their way. */
export const connectionRows: Row[] = [
	{
		name: 'DNS failure',
		cause: { name: 'notFound' },
		expected: everywhere('recovers | error: host of the service was not found'),
	},
	{
		name: 'connection refused',
		cause: { name: 'refused' },
		expected: everywhere('recovers | error: refused the connection'),
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
		name: 'slow drip',
		cause: { fault: { kind: 'drip', bytesPerSecond: 500 } },
		requestTimeout: SILENCE,
		expected: everywhere('works'),
	},
	{
		name: 'endless drip',
		cause: { fault: { kind: 'endless' } },
		requestTimeout: SILENCE,
		expected: {
			...everywhere('waits'),
			// Max Wait ends it.
			status: 'error: was not done after',
		},
	},
];

/** It cannot be tried once more: what is not secure now is not expected to be so in a second. */
function notSecure(): Row['expected'] {
	const certificate = 'error: problem with the certificate';
	return {
		query: `— | ${certificate}`,
		start: `— | ${certificate}`,
		status: `recovers | ${certificate}`,
		items: certificate,
		file: certificate,
		notify: `— | ${certificate}`,
		notifyWithoutNonce: `— | ${certificate}`,
	};
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

function everywhere(expected: string): Row['expected'] {
	return {
		query: expected,
		start: expected,
		status: expected,
		items: expected,
		file: expected,
		notify: expected,
		notifyWithoutNonce: expected,
	};
}
