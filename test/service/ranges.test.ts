import { request } from 'undici';
import type { ServiceOptions } from './options';
import { startService, type Service } from './service';

/* Parts of files, as the simulated service sends them by RFC 9110, or wrongly. */

let service: Service;
afterEach(async () => await service.close());

const PATH = '/dp/data-api/v1/private/analytics';
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Starts a service with a job that is done. @returns how to ask for its file */
async function startedFile(options: Partial<ServiceOptions>) {
	service = await startService({ validator: 'etag', ...options });
	const headers = { authorization: `Bearer ${service.token}` };
	const body = {
		queryName: 'messages_by_day',
		timeZone: 'UTC',
		startDate: yesterday,
		endDate: yesterday,
	};
	const started = await request(`${service.baseUrl}${PATH}/querying?bulkCopy=true`, {
		method: 'POST',
		headers,
		body: JSON.stringify(body),
	});
	await started.body.dump();
	const [jobId] = service.jobs.keys();
	return async (more: Record<string, string> = {}, url = service.baseUrl + PATH) => {
		const answer = await request(`${url}/bulk-copy/jobs/download-file/${jobId}`, {
			headers: { ...headers, ...more },
		});
		const bytes = Buffer.from(await answer.body.arrayBuffer());
		return { status: answer.statusCode, headers: answer.headers, bytes };
	};
}

it('a file has no validator, and only comes whole, unless that is chosen', async () => {
	const file = await startedFile({ validator: 'none' });
	const { status, headers } = await file({ range: 'bytes=5-' });
	expect(status).toBe(200);
	expect(headers).not.toHaveProperty('etag');
	expect(headers).not.toHaveProperty('last-modified');
});

it.each([
	['etag', 'etag', /^"[0-9a-f]+"$/],
	['weakEtag', 'etag', /^W\/"[0-9a-f]+"$/],
	['lastModified', 'last-modified', / GMT$/],
] as const)('the rest of a file comes to who knows its %s', async (validator, header, form) => {
	const file = await startedFile({ validator });
	const whole = await file();
	const known = String(whole.headers[header]);
	expect(known).toMatch(form);

	const rest = await file({ range: 'bytes=5-', 'if-range': known });
	expect(rest.status).toBe(206);
	const { length } = whole.bytes;
	expect(rest.headers['content-range']).toBe(`bytes 5-${length - 1}/${length}`);
	expect(rest.headers[header]).toBe(known);
	expect(Buffer.concat([whole.bytes.subarray(0, 5), rest.bytes]).equals(whole.bytes)).toBe(true);

	const other = await file({ range: 'bytes=5-', 'if-range': '"other"' });
	expect(other.status).toBe(200);
	expect(other.bytes.equals(whole.bytes)).toBe(true);
});

it('a range behind the end is a 416 with the length of the file', async () => {
	const file = await startedFile({});
	const { length } = (await file()).bytes;
	const behind = await file({ range: `bytes=${length}-` });
	expect([behind.status, behind.headers['content-range']]).toEqual([416, `bytes */${length}`]);
});

it.each<[ServiceOptions['rangeAnswer'], number]>([
	['whole', 200],
	['changed', 200],
	['otherTag', 206],
	['otherStart', 206],
	['otherLength', 206],
	['refused', 416],
])('answers wrongly on purpose: %s', async (rangeAnswer, status) => {
	const file = await startedFile({ rangeAnswer });
	const whole = await file();
	const etag = String(whole.headers.etag);
	const rest = await file({ range: 'bytes=5-', 'if-range': etag });
	expect(rest.status).toBe(status);
	const right = `bytes 5-${whole.bytes.length - 1}/${whole.bytes.length}`;
	const isRight = rest.headers['content-range'] === right && rest.headers.etag === etag;
	expect(isRight).toBe(false);
});

it('a line ends after as many bytes as are asked for, all of which arrive', async () => {
	const file = await startedFile({});
	const { length } = (await file()).bytes;
	service.faults.add('download', { kind: 'breakOff', afterBytes: length - 1 });
	service.faults.add('download', { kind: 'breakOff', afterBytes: length });
	await expect(file()).rejects.toThrow();
	expect((await file()).bytes).toHaveLength(length);
});
