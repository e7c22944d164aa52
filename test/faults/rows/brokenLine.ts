import type { Fault } from '../../service/faults';
import type { ServiceOptions } from '../../service/options';
import type { Row } from '../row';

/** Less than half of the file, so that a line that always breaks does so more than once. */
const BREAK: Fault = { kind: 'breakOff', afterBytes: 200 };

const CONTINUED = 'recovers';
/** Fetched from the beginning, three times at most. */
const BEGUN_ANEW = 'recovers | error: connection to the service broke off';

/** A file that breaks off at a service which can send the rest of it, or says so and does not. */
export const brokenLineRows: Row[] = [
	row('continued by its ETag', CONTINUED),
	row('continued by Last-Modified', CONTINUED, { validator: 'lastModified' }),
	{
		...row('continued after a redirect to storage', CONTINUED, { redirectDownload: true }),
		cause: {
			fault: BREAK,
			place: 'storage',
			options: { validator: 'etag', redirectDownload: true },
		},
	},
	row('weak ETag', BEGUN_ANEW, { validator: 'weakEtag' }),
	row('ETag changed, file sent whole', CONTINUED, { rangeAnswer: 'changed' }),
	row('206 with another ETag', BEGUN_ANEW, { rangeAnswer: 'otherTag' }),
	row('200 instead of a 206', BEGUN_ANEW, { rangeAnswer: 'whole' }),
	row('206 with a wrong range', BEGUN_ANEW, { rangeAnswer: 'otherStart' }),
	row('206 with another length', BEGUN_ANEW, { rangeAnswer: 'otherLength' }),
	row('416', BEGUN_ANEW, { rangeAnswer: 'refused' }),
];

function row(how: string, expected: string, options: Partial<ServiceOptions> = {}): Row {
	return {
		name: `line that breaks every 200 bytes: ${how}`,
		cause: { fault: BREAK, options: { validator: 'etag', ...options } },
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
