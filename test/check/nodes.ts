import { setTimeout as sleep } from 'node:timers/promises';
import type { ICredentialDataDecryptedObject, INodeParameters } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { type NodeRun, startNode } from '../engine/runNode';
import { NotTested } from './assumption';
import type { QueryForm } from './querySteps';
import type { Limits } from './serviceCalls';
import type { CheckSettings } from './settings';
import { say } from './shown';

interface CheckedRun {
	node: 'analytics' | 'notifications';
	/** The form of queries that the service accepts, which the credential can follow in its dates. */
	form?: QueryForm;
	parameters: INodeParameters;
}

/** Runs a node in n8n's engine. @throws NotTested if it does not end */
export async function runNode(
	settings: CheckSettings,
	{ nodeMs, answerMs }: Limits,
	{ node, form, parameters }: CheckedRun,
): Promise<NodeRun> {
	const { result, stop } = await startNode({
		node: node === 'analytics' ? new Analytics() : new Notifications(),
		parameters,
		credentialType: new ChatCommerceApi(),
		credential: credentialOf(settings, answerMs, form),
		timeZone: 'UTC',
	});
	const isOver = new AbortController();
	const late = sleep(nodeMs, 'late' as const, { signal: isOver.signal }).catch(
		() => 'over' as const,
	);
	const first = await Promise.race([result, late]);
	isOver.abort();
	if (typeof first !== 'string') return first;
	stop();
	await result;
	throw new NotTested(say`the node did not end within ${nodeMs / 1000} seconds`);
}

/** As a user has it, with Date Format as the service wants it. */
function credentialOf(
	settings: CheckSettings,
	answerMs: number,
	form?: QueryForm,
): ICredentialDataDecryptedObject {
	const { token, region, baseUrls, accountId, flowId, callsPerMinute } = settings;
	return {
		apiToken: token,
		region,
		analyticsBaseUrl: baseUrls.analytics,
		notificationsBaseUrl: baseUrls.notifications,
		accountId,
		flowId,
		serviceDetails: true,
		dateFormat: form?.dates ?? 'dateTime',
		callsPerMinute,
		requestTimeout: Math.ceil(answerMs / 1000),
	};
}
