import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import {
	baseUrlOf,
	type CredentialSettings,
	credentialSettings,
} from '../../nodes/shared/credential/settings';
import { InputError } from '../../nodes/shared/errors';
import { readWrittenJson } from '../../nodes/shared/json';
import { isObject } from '../../nodes/shared/values';

/** The most messages that the phone can get, whatever the service makes of the requests. */
export const MAX_MESSAGES = 3;

/** What the user gives, in environment variables or as answers. */
export const VARIABLES = {
	token: ['CHAT_COMMERCE_TOKEN', 'API Token'],
	region: ['CHAT_COMMERCE_REGION', 'Region: global, india or other [global]'],
	analyticsUrl: ['CHAT_COMMERCE_ANALYTICS_URL', 'Analytics Base URL, for other'],
	notificationsUrl: ['CHAT_COMMERCE_NOTIFICATIONS_URL', 'Notifications Base URL, for other'],
	callsPerMinute: ['CHAT_COMMERCE_CALLS_PER_MINUTE', 'Calls per Minute [5]'],
	accountId: ['CHAT_COMMERCE_ACCOUNT_ID', 'Account ID, to test notifications'],
	flowId: ['CHAT_COMMERCE_FLOW_ID', 'Flow ID'],
	template: ['CHAT_COMMERCE_TEMPLATE', 'Template'],
	params: ['CHAT_COMMERCE_PARAMS', 'Its parameters as JSON, such as {"name":"Ana"}'],
	phone: ['CHAT_COMMERCE_PHONE', 'Your own phone, with + and the country code'],
	send: ['CHAT_COMMERCE_SEND', `yes: send up to ${MAX_MESSAGES} messages to this phone`],
} as const;

export type Given = Partial<Record<keyof typeof VARIABLES, string>>;

export interface CheckSettings extends CredentialSettings {
	/** With which the nodes run. */
	credential: ICredentialDataDecryptedObject;
	template: string;
	params: Record<string, unknown>;
	phone: string;
	/** The user has confirmed that notifications are sent. */
	maySend: boolean;
	/** What must be in no report. */
	secrets: string[];
}

/** How long to wait for an answer: who sits in front of it takes a longer silence for the end. */
export const ANSWER_SECONDS = 30;

/** Why the check cannot begin, in a sentence for the terminal. */
export class CannotRun extends Error {}

/** Empty variables count as missing, as scripts often set them so. */
export function givenBy(env: NodeJS.ProcessEnv): Given {
	const entries = Object.entries(VARIABLES).map(([name, [variable]]) => {
		return [name, env[variable]?.trim() ?? ''] as const;
	});
	return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Checks what was given, and its credential as the nodes do. @throws CannotRun */
export function settingsOf(given: Given): CheckSettings {
	const { token = '', region = 'global', analyticsUrl = '', notificationsUrl = '' } = given;
	const { accountId = '', flowId = '', template = '' } = given;
	const credential = {
		apiToken: token,
		// The token of whoever gives an address must never reach another one.
		region: analyticsUrl === '' && notificationsUrl === '' ? region : 'other',
		analyticsBaseUrl: analyticsUrl,
		notificationsBaseUrl: notificationsUrl,
		accountId,
		flowId,
		serviceDetails: true,
		callsPerMinute: Number(given.callsPerMinute ?? 5),
		requestTimeout: ANSWER_SECONDS,
	};
	const checked = checkedCredential(credential);
	const params = paramsOf(given);
	const phone = phoneOf(given);
	const texts = [checked.apiToken, accountId, flowId, template, phone, phone.slice(1)];
	return {
		...checked,
		credential,
		template,
		params,
		phone,
		maySend: given.send === 'yes',
		secrets: [...texts, ...textsIn(params)],
	};
}

function checkedCredential(credential: ICredentialDataDecryptedObject): CredentialSettings {
	try {
		const settings = credentialSettings(credential);
		baseUrlOf(settings, 'analytics');
		if (settings.accountId !== '') baseUrlOf(settings, 'notifications');
		return settings;
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		throw new CannotRun(`${error.message}. npm run check -- --help lists the settings`);
	}
}

function paramsOf({ params = '{}' }: Given): Record<string, unknown> {
	const read = readWrittenJson(params);
	if ('value' in read && isObject(read.value)) return read.value;
	throw new CannotRun(`${VARIABLES.params[0]} must be a JSON object, such as {"name":"Ana"}`);
}

function phoneOf({ phone = '' }: Given): string {
	const plain = phone.replace(/[\s().-]/g, '');
	if (plain === '' || /^\+\d{7,15}$/.test(plain)) return plain;
	throw new CannotRun(`${VARIABLES.phone[0]} must begin with + and the country code`);
}

/** All texts and numbers in a value, as texts. */
function textsIn(value: unknown): string[] {
	if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(textsIn);
	return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
