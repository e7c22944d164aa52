import type { Fault } from '../../service/faults';
import { everywhere, type Row } from '../row';

/** Refusals by HTTP status that stay as they are, however often one asks. */
export const statusRows: Row[] = [
	...([301, 302, 307].map((status) => ({
		name: `${status} to another host`,
		cause: {
			fault: ({ storage }): Fault => ({
				kind: 'redirect',
				status,
				location: storage.url,
				keepPath: true,
			}),
		},
		expected: {
			query: 'error: redirected',
			start: 'error: redirected',
			// The other host of this test has files only.
			status: 'recovers | error: did not come from the service',
			items: 'works',
			file: 'works',
			notify: 'error: redirected',
			notifyWithoutNonce: 'error: redirected',
		},
	})) satisfies Row[]),
	{
		name: '302 to itself',
		cause: {
			fault: ({ baseUrl }) => ({
				kind: 'redirect',
				status: 302,
				location: baseUrl,
				keepPath: true,
			}),
		},
		expected: {
			query: 'error: redirected',
			start: 'error: redirected',
			status: 'recovers | error: redirected',
			items: 'recovers | error: redirected',
			file: 'recovers | error: redirected',
			notify: 'error: redirected',
			notifyWithoutNonce: 'error: redirected',
		},
	},
	{
		name: '401',
		cause: { fault: { kind: 'refusal', status: 401 } },
		expected: everywhere('error: refused the API token'),
	},
	{
		name: '403',
		cause: { fault: { kind: 'refusal', status: 403 } },
		expected: {
			query: 'error: does not allow this',
			start: 'error: does not allow this',
			status: 'error: does not allow this',
			items: 'error: does not allow this',
			file: 'error: does not allow this',
			// The reason of the service itself; sent again in halves.
			notify: 'recovers | error: refused the notification',
			notifyWithoutNonce: 'error: refused the notification',
		},
	},
	{
		name: '404',
		cause: { fault: { kind: 'refusal', status: 404 } },
		expected: {
			query: 'error: has nothing at this address',
			start: 'error: has nothing at this address',
			status: 'recovers | error: There is no job',
			items: 'recovers | error: has nothing at this address',
			file: 'recovers | error: has nothing at this address',
			notify: 'recovers | error: refused the notification',
			notifyWithoutNonce: 'error: refused the notification',
		},
	},
	{
		name: '408',
		cause: { fault: { kind: 'refusal', status: 408 } },
		expected: {
			query: 'recovers | error: refused the request',
			start: 'recovers | error: refused the request',
			status: 'recovers | error: refused the request',
			items: 'recovers | error: refused the request',
			file: 'recovers | error: refused the request',
			notify: 'recovers | error: refused the request',
			notifyWithoutNonce: 'error: refused the request',
		},
	},
	{
		name: '413',
		cause: { fault: { kind: 'refusal', status: 413 } },
		expected: {
			query: 'error: too large for the service',
			start: 'error: too large for the service',
			status: 'recovers | error: too large for the service',
			items: 'error: too large for the service',
			file: 'error: too large for the service',
			// Sent again in halves.
			notify: 'recovers | error: too large for the service',
			notifyWithoutNonce: 'error: too large for the service',
		},
	},
	...serverErrors(),
];

/** A 5xx may come from a request that was carried out. */
function serverErrors(): Row[] {
	const expected: Row['expected'] = {
		...everywhere('recovers | error: failed to process the request'),
		notifyWithoutNonce: 'error: may have been sent',
	};
	const html = '<html><body><h1>502 Bad Gateway</h1></body></html>';
	return [
		{
			name: '500, request carried out',
			cause: { fault: { kind: 'refusal', status: 500, apply: true } },
			expected: { ...expected, notify: 'recovers | error: refused the notification' },
		},
		{
			name: '502 with HTML, request carried out',
			cause: { fault: { kind: 'status', status: 502, body: html, apply: true } },
			expected,
		},
		{ name: '503', cause: { fault: { kind: 'refusal', status: 503 } }, expected },
		{
			name: '500 in the envelope of a 200',
			cause: {
				fault: { kind: 'wrongShape', body: { data: null, message: 'Not today', status: 500 } },
			},
			expected: {
				...expected,
				items: 'error: an error description instead of a file',
				file: 'error: an error description instead of a file',
				notify: 'error: did not come from the notification service',
				notifyWithoutNonce: 'error: did not come from the notification service',
			},
		},
	];
}
