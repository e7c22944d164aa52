import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Service } from '../service/service';

/** Enough for any test; the limit itself is tested with the limiter. */
const CALLS_PER_MINUTE = 100_000;

export type Addresses = Pick<
	Service,
	'baseUrl' | 'notificationsUrl' | 'token' | 'accountId' | 'flowId'
>;

export function addressesOf(service: Addresses): Addresses {
	const { baseUrl, notificationsUrl, token, accountId, flowId } = service;
	return { baseUrl, notificationsUrl, token, accountId, flowId };
}

export function credentialFor(service: Addresses): ICredentialDataDecryptedObject {
	return {
		apiToken: service.token,
		region: 'other',
		analyticsBaseUrl: service.baseUrl,
		notificationsBaseUrl: service.notificationsUrl,
		accountId: service.accountId,
		flowId: service.flowId,
		serviceDetails: true,
		callsPerMinute: CALLS_PER_MINUTE,
	};
}
