import { type Assumptions, NotTested, type Result } from './assumption';
import { EXPORTS, ExportSteps } from './exports';
import { NODES } from './nodes';
import { NOTIFICATIONS, NotificationSteps } from './notifications';
import { QUERIES, QuerySteps } from './queries';
import { Service } from './service';
import type { CheckSettings } from './settings';
import type { Shown } from './shown';

/** All that we think of the service. */
export const GROUPS: Record<string, Assumptions> = {
	Queries: QUERIES,
	'Bulk exports': EXPORTS,
	Notifications: NOTIFICATIONS,
	'The nodes, and the calls of all': NODES,
};

/** What the assumptions are tested with: each step runs once, when the first of them needs it. */
export interface Session {
	settings: CheckSettings;
	service: Service;
	queries: QuerySteps;
	exports: ExportSteps;
	notifications: NotificationSteps;
	/** So far, by the titles of the assumptions. */
	results: Map<string, Result>;
}

export function openSession(settings: CheckSettings): Session {
	const service = new Service(settings);
	const queries = new QuerySteps(service);
	const exports = new ExportSteps(service, queries);
	const notifications = new NotificationSteps(settings, service);
	return { settings, service, queries, exports, notifications, results: new Map() };
}

/** Tests all assumptions. */
export async function runCheck(session: Session): Promise<void> {
	const testAll = async (assumptions: Assumptions) => {
		for (const [title, assumption] of Object.entries(assumptions)) {
			session.results.set(title, await assumption.test(session).catch(notTested));
		}
	};
	// At the same time, as most of it is waiting.
	await Promise.all([QUERIES, EXPORTS, NOTIFICATIONS].map(testAll));
	await testAll(NODES);
	await session.service.close();
}

function notTested(error: unknown): Result {
	if (error instanceof NotTested) return { outcome: 'notTested', seen: error.why };
	throw error;
}

/** Why neither API could be called, by the first assumption about each. Undefined if one of them could. */
export function whyItCannotRun({ results }: Session): Shown | undefined {
	const first = [results.get('Form of dates'), results.get('Unknown template')];
	return first.every((result) => result?.outcome === 'notTested') ? first[0]?.seen : undefined;
}
