import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { Service } from '../service/service';
import { runAnalytics } from './analyticsNode';
import { setDate } from './date';
import type { RunOptions } from './nodeRuns';

/**
 * The Analytics node of one workflow, run day after day: n8n keeps its static data in between. It runs
 * in production unless `mode` says otherwise.
 */
export function dailyNode(service: Service, parameters: INodeParameters, always: RunOptions = {}) {
	let saved: IDataObject = {};
	return {
		saved: () => saved,
		/** Runs it on a day. @returns the days that it asked the service for, and what came out */
		async on(day: string, changes: INodeParameters = {}, options: RunOptions = {}) {
			const time = day.includes('T') ? day : `${day}T06:00:00Z`;
			setDate(time);
			service.requests.length = 0;
			const run = await runAnalytics(
				service,
				{ ...parameters, ...changes },
				{ mode: 'trigger', staticData: saved, ...always, ...options },
			);
			saved = run.staticData;
			return {
				...run,
				asked: asked(service),
				hints: run.hints.map(({ message }) => message),
			};
		},
	};
}

/** The days of each query and job, without their year. */
function asked(service: Service): string[] {
	return service.requests
		.filter(({ endpoint }) => endpoint === 'query' || endpoint === 'bulkStart')
		.map(({ body }) => {
			const { startDate, endDate } = body as Record<string, string>;
			return `${startDate?.slice(5)} to ${endDate?.slice(5)}`;
		});
}
