import '../../support/quickWaits';
import type { Endpoint } from '../../service/requests';
import { query, runAnalytics } from '../../support/analyticsNode';
import { runNotifications, users } from '../../support/notificationsNode';
import { serviceForEach } from '../../support/serviceForEach';

/* Both nodes have the same errors for refusals. What their errors advise is a setting that the node really has. */

const service = serviceForEach();

interface Refusal {
	status: number;
	endpoint: Endpoint;
	advice: string;
}

it.each<Refusal>([
	{
		status: 405,
		endpoint: 'notifications',
		advice: 'Check Notifications Base URL in the credential',
	},
	{ status: 413, endpoint: 'query', advice: 'Use fewer filters.' },
	{ status: 413, endpoint: 'notifications', advice: 'Lower Options > Users per Request' },
	{ status: 429, endpoint: 'query', advice: 'Lower Calls per Minute in the credential' },
	{
		status: 429,
		endpoint: 'notifications',
		advice: 'Try again later. Other programs may be sending',
	},
])(
	'the error of a $status at the endpoint "$endpoint" advises: $advice',
	async ({ status, endpoint, advice }) => {
		service.faults.add(endpoint, { kind: 'status', status }, Infinity);
		const { error } =
			endpoint === 'query'
				? await runAnalytics(service, query())
				: await runNotifications(service, {}, { items: users(1) });
		expect(error?.description).toContain(advice);
	},
);
