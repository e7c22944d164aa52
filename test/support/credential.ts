import type { Service } from '../service/service';

/** Enough for any test; the limit itself is tested with the limiter. */
const CALLS_PER_MINUTE = 100_000;

export function credentialFor(service: Service) {
	return {
		apiToken: service.token,
		region: 'global',
		analyticsBaseUrl: service.baseUrl,
		notificationsBaseUrl: service.notificationsUrl,
		notificationsBaseUrlIndia: service.notificationsUrlIndia,
		accountId: service.accountId,
		flowId: service.flowId,
		serviceDetails: true,
		callsPerMinute: CALLS_PER_MINUTE,
	};
}
