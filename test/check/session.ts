import { ExportSteps } from './exportSteps';
import { NotificationSteps } from './notificationSteps';
import { QuerySteps } from './querySteps';
import { type Limits, ServiceCalls } from './serviceCalls';
import type { CheckSettings } from './settings';

/** What the assumptions are tested with: each step runs once, when the first of them needs it. */
export interface Session {
	settings: CheckSettings;
	calls: ServiceCalls;
	queries: QuerySteps;
	exports: ExportSteps;
	notifications: NotificationSteps;
}

export function openSession(settings: CheckSettings, limits: Limits): Session {
	const calls = new ServiceCalls(settings, limits);
	const queries = new QuerySteps(settings, calls);
	return {
		settings,
		calls,
		queries,
		exports: new ExportSteps(settings, calls, queries),
		notifications: new NotificationSteps(settings, calls),
	};
}
