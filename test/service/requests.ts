import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export type Endpoint = 'query' | 'bulkStart' | 'status' | 'download' | 'notifications' | 'unknown';

/** A request as the service saw it. */
export interface RecordedRequest {
	endpoint: Endpoint;
	method: string;
	url: string;
	headers: IncomingHttpHeaders;
	/** Parsed JSON, or the text where it is none. */
	body: unknown;
	/** By the service's clock. */
	time: number;
	/** HTTP status of the answer, once there is one. */
	status?: number;
	/** The fault that was applied. */
	fault?: string;
}

const ANALYTICS = '/dp/data-api/v1/private/analytics';
const NOTIFICATIONS =
	/^(\/notifications)?\/api\/v1\/accounts\/([^/]+)\/bots\/([^/]+)\/notifications$/;

export interface Route {
	endpoint: Endpoint;
	jobId?: string;
	accountId?: string;
	flowId?: string;
	hasPrefix?: boolean;
}

/** Which endpoint of section 4 a request means. */
export function routeOf(method: string, url: URL): Route {
	const { pathname, searchParams } = url;
	if (method === 'POST' && pathname === `${ANALYTICS}/querying`) {
		return { endpoint: searchParams.get('bulkCopy') === 'true' ? 'bulkStart' : 'query' };
	}
	const jobs = `${ANALYTICS}/bulk-copy/jobs/`;
	if (method === 'GET' && pathname.startsWith(jobs)) {
		const rest = pathname.slice(jobs.length).split('/');
		if (rest.length === 1) return { endpoint: 'status', jobId: decodeURIComponent(rest[0] ?? '') };
		if (rest.length === 2 && rest[0] === 'download-file') {
			return { endpoint: 'download', jobId: decodeURIComponent(rest[1] ?? '') };
		}
	}
	const match = NOTIFICATIONS.exec(pathname);
	if (method === 'POST' && match) {
		const [, prefix, accountId = '', flowId = ''] = match;
		return {
			endpoint: 'notifications',
			accountId: decodeURIComponent(accountId),
			flowId: decodeURIComponent(flowId),
			hasPrefix: prefix !== undefined,
		};
	}
	return { endpoint: 'unknown' };
}

export async function bodyOf(request: IncomingMessage): Promise<unknown> {
	const parts: Buffer[] = [];
	for await (const part of request) parts.push(part as Buffer);
	const text = Buffer.concat(parts).toString('utf8');
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
