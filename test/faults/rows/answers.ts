import { everywhere, type Row } from '../row';

/** Answers with a good status that are not what they should be. They may come of a wrong address. */
export const answerRows: Row[] = [
	{
		name: '204, request carried out',
		cause: { fault: { kind: 'noContent', apply: true } },
		expected: {
			...nothingCame(),
			query: 'none',
			start: 'error: instead of a new bulk export job',
			status: 'recovers | error: There is no job',
			items: 'recovers | error: The file is not ready yet',
			file: 'recovers | error: The file is not ready yet',
			notify: 'works',
			notifyWithoutNonce: 'works',
		},
	},
	{
		name: 'empty body',
		cause: { fault: { kind: 'emptyBody' } },
		expected: { ...nothingCame(), items: 'none, hint: empty', file: 'none, hint: empty' },
	},
	{
		name: '200 with HTML that holds the token',
		cause: {
			fault: ({ token }) => ({
				kind: 'status',
				status: 200,
				body: `<html><p>Log in, ${token} is not enough</p></html>`,
			}),
		},
		expected: nothingCame(),
	},
	{
		name: 'JSON or file cut in half',
		cause: { fault: { kind: 'cutJson' } },
		expected: damaged(),
	},
	{
		name: 'JSON of wrong shape',
		cause: {
			fault: { kind: 'wrongShape', body: { data: 'rows: 1', message: 'OK', status: 200 } },
		},
		expected: wrongShape(),
	},
	{
		name: '1 MB of nested JSON',
		cause: { fault: { kind: 'deepJson', megabytes: 1 } },
		expected: wrongShape(),
	},
	{
		name: '1 MB of nested JSON with a 400',
		cause: { fault: { kind: 'deepJson', megabytes: 1, status: 400 } },
		expected: {
			query: 'error: refused the request',
			start: 'error: refused the request',
			status: 'recovers | error: refused the request',
			items: 'error: refused the request',
			file: 'error: refused the request',
			// Sent again in halves.
			notify: 'recovers | error: refused the request',
			notifyWithoutNonce: 'error: refused the request',
		},
	},
	{
		name: 'wrong content type',
		cause: { fault: { kind: 'wrongContentType' } },
		expected: works(),
	},
	{
		name: 'Content-Length too high',
		cause: { fault: { kind: 'wrongContentLength', delta: 10 } },
		expected: {
			...everywhere('recovers | error: connection to the service broke off'),
			notifyWithoutNonce: 'error: may have been sent',
		},
	},
	{
		name: 'Content-Length too low',
		cause: { fault: { kind: 'wrongContentLength', delta: -10 } },
		expected: damaged(),
	},
	{
		name: 'no length, body cut in half',
		cause: { fault: { kind: 'untilClose', fraction: 0.5 } },
		expected: damaged(),
	},
	{
		name: 'no length, body whole',
		cause: { fault: { kind: 'untilClose', fraction: 1 } },
		expected: works(),
	},
	{
		name: 'chunked transfer',
		cause: { fault: { kind: 'chunked', bytes: 5 } },
		expected: works(),
	},
];

function nothingCame(): Row['expected'] {
	return notTheService('an error description instead of a file');
}

/** A file that is damaged is fetched three times. */
export function damaged(): Row['expected'] {
	const { items, file } = everywhere('recovers | error: is damaged');
	return { ...notTheService('is damaged'), items, file };
}

function notTheService(ofFile: string): Row['expected'] {
	return {
		query: 'error: did not come from the service',
		start: 'error: did not come from the service',
		status: 'recovers | error: did not come from the service',
		items: `error: ${ofFile}`,
		file: `error: ${ofFile}`,
		notify: 'error: may have been sent',
		notifyWithoutNonce: 'error: may have been sent',
	};
}

function wrongShape(): Row['expected'] {
	return {
		query: 'error: an unexpected response instead of the records of the query',
		start: 'error: an unexpected response instead of a new bulk export job',
		status: 'recovers | error: an unexpected response instead of the status of the job',
		items: 'error: an error description instead of a file',
		file: 'error: an error description instead of a file',
		notify: 'error: did not come from the notification service',
		notifyWithoutNonce: 'error: did not come from the notification service',
	};
}

/** Here, the column names take a call of their own, as everything does. */
export function works(): Row['expected'] {
	return { ...everywhere('works'), names: 'works' };
}
