import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

export const ENDPOINTS = ['query', 'bulkStart', 'status', 'download', 'notifications'] as const;

export type KnownEndpoint = (typeof ENDPOINTS)[number];
export type Endpoint = KnownEndpoint | 'unknown';

/** A request as the service saw it. */
export interface RecordedRequest {
	endpoint: Endpoint;
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	/** Parsed JSON, or a text that is not JSON. */
	body: unknown;
	/** When it came, in milliseconds since 1970. */
	time: number;
	/** The status of the response, or 0 if there was none; set when the connection is done with it. */
	status?: number;
	/** The kind of the fault that has hit it. */
	fault?: string;
}

/** What the URL of a request says. */
export interface Route {
	endpoint: Endpoint;
	jobId?: string;
	accountId?: string;
	flowId?: string;
}

const ANALYTICS = '/dp/data-api/v1/private/analytics';
/** Section 4. A query with `?bulkCopy=true` starts a bulk export. */
const KNOWN_PATHS = [
	{ endpoint: 'query', method: 'POST', path: new RegExp(`^${ANALYTICS}/querying$`) },
	{
		endpoint: 'status',
		method: 'GET',
		path: new RegExp(`^${ANALYTICS}/bulk-copy/jobs/(?<jobId>[^/]+)$`),
	},
	{
		endpoint: 'download',
		method: 'GET',
		path: new RegExp(`^${ANALYTICS}/bulk-copy/jobs/download-file/(?<jobId>[^/]+)$`),
	},
	{
		endpoint: 'notifications',
		method: 'POST',
		path: /^\/notifications\/api\/v1\/accounts\/(?<accountId>[^/]+)\/bots\/(?<flowId>[^/]+)\/notifications$/,
	},
] as const;

export function routeOf(method: string, { pathname, searchParams }: URL): Route {
	const known = KNOWN_PATHS.find((each) => each.method === method && each.path.test(pathname));
	if (!known) return { endpoint: 'unknown' };
	const isBulk = known.endpoint === 'query' && searchParams.get('bulkCopy') === 'true';
	const values = Object.entries(known.path.exec(pathname)?.groups ?? {});
	return {
		...Object.fromEntries(values.map(([name, value]) => [name, decodeURIComponent(value)])),
		endpoint: isBulk ? 'bulkStart' : known.endpoint,
	};
}

export async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const body = await text(request);
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}
