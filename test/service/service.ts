import type { IncomingMessage, ServerResponse } from 'node:http';
import { download, jobStatus, query, startJob } from './analytics';
import {
	type Answer,
	gatewayRefusal,
	passedOn,
	Refusal,
	refusal,
	send,
	withRetryAfter,
} from './answers';
import { applyFault, FaultPlan } from './faults';
import { closeServer, startServer } from './httpServer';
import { Jobs } from './jobs';
import { Ledger } from './ledger';
import { createNotifications } from './notifications';
import { defaultOptions, type ServiceOptions } from './options';
import { RateLimit } from './rateLimit';
import { bodyOf, type RecordedRequest, type Route, routeOf } from './requests';

/** Which of the service's addresses a request came to. */
type Origin = 'analytics' | 'notifications';

export type Service = Awaited<ReturnType<typeof startService>>;

/** The service of the specification and its facts, on loopback. */
export async function startService(given: Partial<ServiceOptions> = {}) {
	const options: ServiceOptions = { ...defaultOptions(), ...given };
	const jobs = new Jobs(options);
	const rateLimit = new RateLimit(options);
	const ledger = new Ledger();
	const faults = new FaultPlan();
	const context = { options, jobs, ledger };
	const requests: RecordedRequest[] = [];

	const carryOut = (route: Route, { headers, body }: RecordedRequest): Answer => {
		const { endpoint, jobId = '' } = route;
		if (endpoint === 'unknown') return gatewayRefusal(404, 'no Route matched with those values');
		if (headers.authorization !== `Bearer ${options.token}`) throw passedOn(401);
		const wait = rateLimit.count(endpoint);
		if (wait !== undefined) {
			return withRetryAfter(gatewayRefusal(429, 'API rate limit exceeded'), Math.ceil(wait / 1000));
		}
		if (endpoint === 'query') return query(body, context);
		if (endpoint === 'bulkStart') return startJob(body, context);
		if (endpoint === 'status') return jobStatus(jobId, context);
		if (endpoint === 'download') return download(jobId, context);
		return createNotifications(body, { options, ledger, route });
	};

	const listen = async (origin: Origin, port = 0) =>
		await startServer(async (request: IncomingMessage, response: ServerResponse) => {
			const { method = '', url = '/', headers } = request;
			const route = routeAt(origin, method, url);
			const { endpoint } = route;
			const time = Date.now();
			const record: RecordedRequest = { endpoint, method, url, headers, body: undefined, time };
			requests.push(record);
			response.on('close', () => (record.status = response.headersSent ? response.statusCode : 0));

			const fault = faults.take(endpoint);
			if (fault) record.fault = fault.kind;
			if (fault?.kind !== 'resetBeforeRead') record.body = await bodyOf(request);
			const act = () => {
				try {
					return carryOut(route, record);
				} catch (error) {
					if (error instanceof Refusal) return refusal(endpoint, error);
					throw error;
				}
			};
			if (!fault) return await send(response, act());
			await applyFault(fault, { endpoint, options, request, response, carryOut: act });
		}, port);

	const analytics = await listen('analytics', options.port);
	const notifications = await listen('notifications', options.notificationsPort);

	return {
		baseUrl: analytics.url,
		/** {notifications_url}, an origin of its own. */
		notificationsUrl: notifications.url,
		token: options.token,
		accountId: options.accountId,
		flowId: options.flowId,
		options,
		requests,
		jobs: jobs.byId,
		ledger,
		faults,
		/** Forgets what happened, not the options. */
		reset() {
			requests.length = 0;
			jobs.byId.clear();
			ledger.reset();
			faults.clear();
			rateLimit.reset();
		},
		async close() {
			for (const { server } of [analytics, notifications]) await closeServer(server);
		},
	};
}

/** An address has its own endpoints only: notifications, or all the others. */
function routeAt(origin: Origin, method: string, path: string): Route {
	const route = routeOf(method, new URL(path, 'http://service'));
	const isNotifications = route.endpoint === 'notifications';
	return isNotifications === (origin === 'notifications') ? route : { endpoint: 'unknown' };
}
