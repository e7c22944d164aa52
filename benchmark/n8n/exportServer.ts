import { request } from 'undici';
import { type Service, startService } from '../../test/service/service';

/** A finished job of the simulated service, whose file is made only once, so that sending it takes no time. */
export interface FinishedExport {
	service: Service;
	jobId: string;
	/** The compressed file. */
	fileUrl: string;
	authorization: string;
}

/** Starts the service with a finished job. The first row of its file holds the column names. */
export async function finishedExport(rows: number): Promise<FinishedExport> {
	const service = await startService({
		rows,
		columnNames: 'firstRow',
		// It is done at once, as the built-in nodes do not ask for its status.
		states: [],
	});
	const authorization = `Bearer ${service.token}`;
	const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
	const headers = { authorization, 'content-type': 'application/json' };
	const path = '/dp/data-api/v1/private/analytics';
	const answer = await request(`${service.baseUrl}${path}/querying?bulkCopy=true`, {
		method: 'POST',
		headers,
		body: JSON.stringify({
			queryName: 'notifications_by_user',
			timeZone: 'UTC',
			startDate: yesterday,
			endDate: yesterday,
		}),
	});
	if (answer.statusCode >= 300) throw new Error(await answer.body.text());
	await answer.body.dump();
	const [jobId] = service.jobs.keys();
	if (jobId === undefined) throw new Error('No job was made');

	const fileUrl = `${service.baseUrl}${path}/bulk-copy/jobs/download-file/${jobId}`;
	const { body } = await request(fileUrl, { headers });
	const bytes = new Uint8Array(await body.arrayBuffer());
	service.faults.add('download', { kind: 'file', bytes }, Infinity);
	return { service, jobId, fileUrl, authorization };
}
