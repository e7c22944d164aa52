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

interface KnownPath {
	endpoint: KnownEndpoint;
	method: string;
	/** A segment that begins with a colon is a value of that name. */
	path: string;
}

const ANALYTICS = '/dp/data-api/v1/private/analytics';
/** Section 4. A query with `?bulkCopy=true` starts a bulk export. */
const KNOWN_PATHS: KnownPath[] = [
	{ endpoint: 'query', method: 'POST', path: `${ANALYTICS}/querying` },
	{ endpoint: 'status', method: 'GET', path: `${ANALYTICS}/bulk-copy/jobs/:jobId` },
	{
		endpoint: 'download',
		method: 'GET',
		path: `${ANALYTICS}/bulk-copy/jobs/download-file/:jobId`,
	},
	{
		endpoint: 'notifications',
		method: 'POST',
		path: '/notifications/api/v1/accounts/:accountId/bots/:flowId/notifications',
	},
];

export function routeOf(method: string, { pathname, searchParams }: URL): Route {
	for (const known of KNOWN_PATHS) {
		const values = known.method === method ? valuesIn(pathname, known.path) : undefined;
		if (values) {
			const isBulk = known.endpoint === 'query' && searchParams.get('bulkCopy') === 'true';
			return { ...values, endpoint: isBulk ? 'bulkStart' : known.endpoint };
		}
	}
	return { endpoint: 'unknown' };
}

/** @returns the decoded values of the path by their names, or undefined if the path is another one */
function valuesIn(pathname: string, path: string): Record<string, string> | undefined {
	const given = pathname.split('/');
	const wanted = path.split('/');
	if (given.length !== wanted.length) return undefined;
	const values: Record<string, string> = {};
	for (const [at, segment] of wanted.entries()) {
		const found = given[at] ?? '';
		const isValue = segment.startsWith(':') && found !== '';
		if (isValue) values[segment.slice(1)] = decodeURIComponent(found);
		else if (segment !== found) return undefined;
	}
	return values;
}

export async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const body = await text(request);
	try {
		return JSON.parse(body);
	} catch {
		return body;
	}
}
