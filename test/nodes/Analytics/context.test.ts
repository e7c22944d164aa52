import type { AnalyticsApi } from '../../../nodes/Analytics/api/analyticsApi';
import { type AnalyticsExecution, itemOf } from '../../../nodes/Analytics/context';
import { Secret } from '../../../nodes/shared/http/redact';

it('a step in the log is one line without the token, even if it was entered as the name of a query', () => {
	const token = 'a-token-of-some-length';
	const steps: string[] = [];
	const execution = { log: (text: string) => void steps.push(text) } as AnalyticsExecution;
	const api = { client: new Secret(token) } as unknown as AnalyticsApi;
	itemOf(execution, api, 0).log(`Started job 1\n(${token})`);
	expect(steps).toEqual(['Started job 1 (*****)']);
});
