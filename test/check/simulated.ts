import type { Service } from '../service/service';
import { LIMITS, type Limits } from './serviceCalls';
import { type CheckSettings, givenBy, settingsOf } from './settings';

/** A phone that the simulated messaging app knows. */
export const PHONE = '+5511987654321';
export const PARAMS = { name: 'Zoraida Ibarra', order_id: 'A-1042' };

/** Of a test, which waits for nothing. A minute is as long as that of a dialect which counts its calls. */
export const QUICK: Limits = {
	...LIMITS,
	minuteMs: 1_050,
	pollMs: [5],
};

/** What somebody has given who lets messages be sent. */
export function givenFor(service: Service): Record<string, string> {
	return {
		CHAT_COMMERCE_TOKEN: service.token,
		CHAT_COMMERCE_ANALYTICS_URL: service.baseUrl,
		CHAT_COMMERCE_NOTIFICATIONS_URL: service.notificationsUrl,
		CHAT_COMMERCE_CALLS_PER_MINUTE: '1000',
		CHAT_COMMERCE_ACCOUNT_ID: service.accountId,
		CHAT_COMMERCE_FLOW_ID: service.flowId,
		CHAT_COMMERCE_TEMPLATE: 'order_shipped',
		CHAT_COMMERCE_PARAMS: JSON.stringify(PARAMS),
		CHAT_COMMERCE_PHONE: PHONE,
		CHAT_COMMERCE_SEND: 'yes',
	};
}

export function settingsFor(service: Service, callsPerMinute = 1000): CheckSettings {
	const calls = { CHAT_COMMERCE_CALLS_PER_MINUTE: String(callsPerMinute) };
	return settingsOf(givenBy({ ...givenFor(service), ...calls }));
}
