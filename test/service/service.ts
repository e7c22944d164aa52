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
import { type Job, Jobs } from './jobs';
import { Ledger } from './ledger';
import { createNotifications, hasUnknownKey } from './notifications';
import { NotificationsEndpoint } from './notificationsEndpoint';
import { defaultOptions, type ServiceOptions } from './options';
import { RateLimit } from './rateLimit';
import { bodyOf, type Endpoint, type RecordedRequest, type Route, routeOf } from './requests';

/** The simulated service, while it runs. */
export interface Service
	extends
		Omit<State, 'jobs' | 'rateLimit'>,
		Pick<ServiceOptions, 'token' | 'accountId' | 'flowId'> {
	/** The address of the analytics endpoints. */
	baseUrl: string;
	/** The address of the notifications endpoint, which is another origin. */
	notificationsUrl: string;
	/** The requests to one endpoint so far, in the order in which they came. */
	requestsTo(endpoint: Endpoint): RecordedRequest[];
	/** All jobs so far, by their IDs, in the order in which they were started. */
	jobs: Map<string, Job>;
	/** Forgets all that has happened, and the faults to come, but not the options. */
	reset(): void;
	close(): Promise<void>;
}

/** All that the service knows. */
interface State {
	/** Can be changed while it runs. */
	options: ServiceOptions;
	/** All requests so far, in the order in which they came. */
	requests: RecordedRequest[];
	jobs: Jobs;
	/** What users have received. */
	ledger: Ledger;
	/** What goes wrong with requests that are still to come. */
	faults: FaultPlan;
	/** The requests to the notifications endpoint, and the answers that a test chooses for them. */
	notifications: NotificationsEndpoint;
	rateLimit: RateLimit;
}

/** Which of the two addresses a request came to. */
type Origin = 'analytics' | 'notifications';

/** Starts the service of the specification and its facts, on this machine. */
export async function startService(given: Partial<ServiceOptions> = {}): Promise<Service> {
	const options: ServiceOptions = { ...defaultOptions(), ...given };
	const state: State = {
		options,
		requests: [],
		jobs: new Jobs(options),
		ledger: new Ledger(),
		faults: new FaultPlan(),
		notifications: new NotificationsEndpoint(),
		rateLimit: new RateLimit(options),
	};
	const listen = async (origin: Origin, port: number) =>
		await startServer(async (request, response) => {
			await respond(state, origin, request, response);
		}, port);
	const analytics = await listen('analytics', options.port);
	const notificationsServer = await listen('notifications', options.notificationsPort);

	return {
		baseUrl: analytics.url,
		notificationsUrl: notificationsServer.url,
		token: options.token,
		accountId: options.accountId,
		flowId: options.flowId,
		...state,
		requestsTo: (endpoint) => state.requests.filter((request) => request.endpoint === endpoint),
		jobs: state.jobs.byId,
		reset() {
			state.requests.length = 0;
			state.jobs.byId.clear();
			state.ledger.reset();
			state.faults.clear();
			state.notifications.reset();
			state.rateLimit.reset();
		},
		async close() {
			await closeServer(analytics.server);
			await closeServer(notificationsServer.server);
		},
	};
}

async function respond(
	state: State,
	origin: Origin,
	request: IncomingMessage,
	response: ServerResponse,
): Promise<void> {
	const { method = '', url = '/', headers } = request;
	const route = routeAt(origin, method, url);
	const { endpoint } = route;
	const time = Date.now();
	const recorded: RecordedRequest = { endpoint, method, url, headers, body: undefined, time };
	state.requests.push(recorded);
	response.on('close', () => {
		recorded.status = response.headersSent ? response.statusCode : 0;
	});

	const fault = state.faults.take(endpoint);
	if (fault) recorded.fault = fault.kind;
	recorded.body = await bodyOf(request);
	const { options } = state;
	if (fault) {
		const carryOut = () => answerTo(state, route, recorded);
		await applyFault(fault, { endpoint, options, request, response, carryOut });
	} else if (endpoint === 'notifications' && isAuthorized(state, recorded)) {
		await answerNotifications(state, route, { recorded, response });
	} else {
		await send(response, chosenAnswer(state, route, recorded));
	}
}

/** As the options choose it. */
function chosenAnswer(state: State, route: Route, request: RecordedRequest): Answer {
	const answer = answerTo(state, route, request);
	const { endpoint } = route;
	return endpoint === 'unknown' ? answer : state.options.answers(answer, endpoint, request.body);
}

/** As a test has chosen, or else as the service does. */
async function answerNotifications(
	state: State,
	route: Route,
	{ recorded, response }: { recorded: RecordedRequest; response: ServerResponse },
): Promise<void> {
	const { notifications, ledger } = state;
	const request = notifications.record(route, recorded);
	// Whatever a test has chosen, no request with a mistake passes for a good one.
	const chosen = hasUnknownKey(recorded.body) ? undefined : notifications.answer(request);
	if (chosen) await notifications.send(chosen, { request, response, ledger });
	else await send(response, chosenAnswer(state, route, recorded));
}

/** Each address has its own endpoints: one has that of notifications, the other one all others. */
function routeAt(origin: Origin, method: string, path: string): Route {
	const route = routeOf(method, new URL(path, 'http://service'));
	const home: Origin = route.endpoint === 'notifications' ? 'notifications' : 'analytics';
	return home === origin ? route : { endpoint: 'unknown' };
}

function answerTo(state: State, route: Route, request: RecordedRequest): Answer {
	try {
		return carryOutRequest(state, route, request);
	} catch (error) {
		if (error instanceof Refusal) return refusal(route.endpoint, error);
		throw error;
	}
}

function isAuthorized({ options }: State, { headers }: RecordedRequest): boolean {
	return headers.authorization === `Bearer ${options.token}`;
}

/** @throws Refusal */
function carryOutRequest(state: State, route: Route, request: RecordedRequest): Answer {
	const { options, ledger, rateLimit } = state;
	const { endpoint, jobId = '' } = route;
	if (endpoint === 'unknown') return gatewayRefusal(404, 'no Route matched with those values');
	if (!isAuthorized(state, request)) throw passedOn(401);
	const waitMs = rateLimit.count(endpoint);
	if (waitMs !== undefined) {
		const tooMany = gatewayRefusal(429, 'API rate limit exceeded');
		return withRetryAfter(tooMany, Math.ceil(waitMs / 1000));
	}
	const { body } = request;
	switch (endpoint) {
		case 'query':
			return query(body, state);
		case 'bulkStart':
			return startJob(body, state);
		case 'status':
			return jobStatus(jobId, state);
		case 'download':
			return download(jobId, state);
		case 'notifications':
			return createNotifications(body, { options, ledger, route });
	}
}
