import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import {
	type AnalyticsContext,
	downloadProblem,
	fileKey,
	fileOf,
	jobStatus,
	query,
	rateProblem,
	startJob,
	streamedFile,
} from './analytics.ts';
import { type Answer, refusal, refusalAt, send } from './answers.ts';
import { Clock } from './clock.ts';
import { applyFault, FaultPlan } from './faults.ts';
import { closeServer, type Handler, startServer } from './httpServer.ts';
import { type Job, Jobs } from './jobs.ts';
import { Ledger } from './ledger.ts';
import { createNotifications } from './notifications.ts';
import { defaultOptions, type ServiceOptions } from './options.ts';
import { RateLimit } from './rateLimit.ts';
import { bodyOf, type RecordedRequest, type Route, routeOf } from './requests.ts';

type Region = 'global' | 'india';
/** Which of the service's addresses a request came to. */
type Origin = 'analytics' | Region;

/** The service of the specification, on loopback. */
export interface Service {
	/** {base_url} */
	baseUrl: string;
	/** {notifications_url} and {notifications_url_in}; each is an origin of its own. */
	notificationsUrl: string;
	notificationsUrlIndia: string;
	token: string;
	accountId: string;
	flowId: string;
	/** May be changed while it runs. */
	options: ServiceOptions;
	clock: Clock;
	requests: RecordedRequest[];
	jobs: Map<string, Job>;
	ledger: Ledger;
	faults: FaultPlan;
	/** Another origin, to which downloads may be redirected. */
	storage: { url: string; requests: RecordedRequest[] };
	/** Forgets what happened, not the options. */
	reset(): void;
	close(): Promise<void>;
}

export async function startService(given: Partial<ServiceOptions> = {}): Promise<Service> {
	const options: ServiceOptions = { ...defaultOptions(), ...given };
	const clock = new Clock();
	const jobs = new Jobs(options, clock);
	const rateLimit = new RateLimit(options, clock);
	const ledger = new Ledger();
	const faults = new FaultPlan();
	const files = new Map<string, Buffer>();
	const context: AnalyticsContext = { options, clock, jobs, rateLimit, ledger, files };
	const requests: RecordedRequest[] = [];
	const storage = { url: '', requests: [] as RecordedRequest[] };
	const timers = new Set<NodeJS.Timeout>();

	const wait = async (ms: number) =>
		await new Promise<void>((resolve) => {
			const timer = setTimeout(() => {
				timers.delete(timer);
				resolve();
			}, ms);
			timers.add(timer);
		});

	/** Carries a request out, all but the download of a streamed file. */
	const carryOut = (
		route: Route,
		body: unknown,
		region: Region,
		record: RecordedRequest,
	): Answer => {
		if (record.headers.authorization !== `Bearer ${options.token}`) {
			return refusalAt(route.endpoint, options, {
				status: 401,
				error: 'UNAUTHORIZED',
				message: 'The API token is not valid',
			});
		}
		const tooMany = rateProblem(route.endpoint, context);
		if (tooMany) return tooMany;
		switch (route.endpoint) {
			case 'query':
				return query(body, context);
			case 'bulkStart':
				return startJob(body, context);
			case 'status':
				return jobStatus(route, context);
			case 'download':
				return download(route);
			case 'notifications': {
				const accepted = route.hasPrefix ? options.acceptPrefix : options.acceptNoPrefix;
				if (!accepted) return refusal(options, 404, 'Not found');
				return createNotifications(body, { options, clock, ledger, region, route });
			}
			case 'unknown':
				return refusal(options, 404, 'Not found');
		}
	};

	const STREAMED: Answer = { status: 200, body: '' };
	const download = ({ jobId = '' }: Route): Answer => {
		const job = jobs.byId.get(jobId);
		const problem = downloadProblem(job, context);
		if (problem ?? !job) return problem ?? STREAMED;
		if (options.redirectDownload) {
			return { status: 302, headers: { Location: `${storage.url}/files/${jobId}` }, body: '' };
		}
		return fileOf(job, context) ?? STREAMED;
	};

	const sendFile = async (response: ServerResponse, job: Job): Promise<void> => {
		const { headers, body } = streamedFile(job, context);
		const parts: Buffer[] = [];
		response.writeHead(200, headers);
		if (options.cacheFiles) body.on('data', (part: Buffer) => parts.push(part));
		// A client that has had enough is no fault of the service.
		await pipeline(body, response).catch(() => {});
		if (options.cacheFiles && response.writableFinished) {
			files.set(fileKey(job), Buffer.concat(parts));
		}
	};

	const handle = async (origin: Origin, request: IncomingMessage, response: ServerResponse) => {
		const url = new URL(request.url ?? '/', 'http://service');
		const route = routeAt(origin, routeOf(request.method ?? '', url));
		const region = origin === 'india' ? 'india' : 'global';
		const record: RecordedRequest = {
			endpoint: route.endpoint,
			method: request.method ?? '',
			url: request.url ?? '',
			headers: request.headers,
			body: undefined,
			time: clock.now(),
		};
		requests.push(record);
		response.on('close', () => (record.status = response.headersSent ? response.statusCode : 0));

		const fault = faults.take(route.endpoint);
		if (fault) record.fault = fault.kind;
		if (fault?.kind !== 'resetBeforeRead') record.body = await bodyOf(request);
		const act = async () => await wholeAnswer(carryOut(route, record.body, region, record), route);
		const { endpoint } = route;
		const faultContext = { endpoint, options, request, response, carryOut: act, wait };
		if (fault && (await applyFault(fault, faultContext))) return;

		const answer = carryOut(route, record.body, region, record);
		const job = jobs.byId.get(route.jobId ?? '');
		if (answer === STREAMED && job) await sendFile(response, job);
		else send(response, answer);
	};

	/** For faults that need all the bytes of a file. */
	const wholeAnswer = async (answer: Answer, { jobId = '' }: Route): Promise<Answer> => {
		const job = jobs.byId.get(jobId);
		if (answer !== STREAMED || !job) return answer;
		const { headers, body } = streamedFile(job, context);
		return { status: 200, headers, body: Buffer.concat((await body.toArray()) as Buffer[]) };
	};

	const handleStorage = async (request: IncomingMessage, response: ServerResponse) => {
		const record: RecordedRequest = {
			endpoint: 'download',
			method: request.method ?? '',
			url: request.url ?? '',
			headers: request.headers,
			body: undefined,
			time: clock.now(),
		};
		storage.requests.push(record);
		const job = jobs.byId.get(record.url.split('/').at(-1) ?? '');
		if (!job) return send(response, { status: 404, body: '' });

		const answer = fileOf(job, context) ?? STREAMED;
		const fault = faults.take('storage');
		if (fault) {
			record.fault = fault.kind;
			const carryOut = async () => await wholeAnswer(answer, { endpoint: 'download', ...job });
			const faultContext = {
				endpoint: record.endpoint,
				options,
				request,
				response,
				carryOut,
				wait,
			};
			if (await applyFault(fault, faultContext)) return;
		}
		if (answer === STREAMED) await sendFile(response, job);
		else send(response, answer);
	};

	const listen = async (handler: Handler, port = 0) => await startServer(handler, port);
	const main = await listen(
		(request, response) => handle('analytics', request, response),
		options.port,
	);
	const global = await listen((request, response) => handle('global', request, response));
	const india = await listen((request, response) => handle('india', request, response));
	const storageServer = await listen(handleStorage);
	storage.url = storageServer.url;

	return {
		baseUrl: main.url,
		notificationsUrl: global.url,
		notificationsUrlIndia: india.url,
		token: options.token,
		accountId: options.accountId,
		flowId: options.flowId,
		options,
		clock,
		requests,
		jobs: jobs.byId,
		ledger,
		faults,
		storage,
		reset() {
			requests.length = 0;
			storage.requests.length = 0;
			jobs.byId.clear();
			ledger.reset();
			faults.clear();
			rateLimit.reset();
		},
		async close() {
			for (const timer of timers) clearTimeout(timer);
			await Promise.all(
				[main, global, india, storageServer].map(async ({ server }) => await closeServer(server)),
			);
		},
	};
}

/** An address has its own endpoints only: notifications, or all the others. */
function routeAt(origin: Origin, route: Route): Route {
	const isNotifications = route.endpoint === 'notifications';
	return isNotifications === (origin !== 'analytics') ? route : { endpoint: 'unknown' };
}
