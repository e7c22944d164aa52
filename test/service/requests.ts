import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export type Endpoint = 'query' | 'bulkStart' | 'status' | 'download' | 'notifications' | 'unknown';

/** A request as the service saw it. */
export interface RecordedRequest {
	endpoint: Endpoint;
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	/** Parsed JSON, or the text where it is none. */
	body: unknown;
	time: number;
	status?: number;
	fault?: string;
}

export interface Route {
	endpoint: Endpoint;
	jobId?: string;
	accountId?: string;
	flowId?: string;
}

const ANALYTICS = '/dp/data-api/v1/private/analytics';
const JOBS = `GET ${ANALYTICS}/bulk-copy/jobs`;
/** Section 4, without what a URL has besides its path. */
const ROUTES: Array<[Endpoint, RegExp]> = [
	['query', new RegExp(`^POST ${ANALYTICS}/querying$`)],
	['status', new RegExp(`^${JOBS}/(?<jobId>[^/]*)$`)],
	['download', new RegExp(`^${JOBS}/download-file/(?<jobId>[^/]*)$`)],
	[
		'notifications',
		/^POST \/notifications\/api\/v1\/accounts\/(?<accountId>[^/]+)\/bots\/(?<flowId>[^/]+)\/notifications$/,
	],
];

export function routeOf(method: string, { pathname, searchParams }: URL): Route {
	for (const [endpoint, path] of ROUTES) {
		const match = path.exec(`${method} ${pathname}`);
		if (!match) continue;
		const values = Object.entries(match.groups ?? {}).filter(([, value]) => value !== undefined);
		const isBulk = endpoint === 'query' && searchParams.get('bulkCopy') === 'true';
		return {
			endpoint: isBulk ? 'bulkStart' : endpoint,
			...Object.fromEntries(values.map(([name, value]) => [name, decodeURIComponent(value)])),
		};
	}
	return { endpoint: 'unknown' };
}

export async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const body = await text(request);
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}
