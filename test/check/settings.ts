import { parseArgs } from 'node:util';
import { analyticsUrl, baseUrlOf } from '../../nodes/shared/credential/settings';
import { isObject } from '../../nodes/shared/json';

/** The environment variables, each of which a person in front of a terminal is asked for instead. */
export const VARIABLES = {
	token: 'CHAT_COMMERCE_TOKEN',
	region: 'CHAT_COMMERCE_REGION',
	analyticsUrl: 'CHAT_COMMERCE_ANALYTICS_URL',
	notificationsUrl: 'CHAT_COMMERCE_NOTIFICATIONS_URL',
	callsPerMinute: 'CHAT_COMMERCE_CALLS_PER_MINUTE',
	accountId: 'CHAT_COMMERCE_ACCOUNT_ID',
	flowId: 'CHAT_COMMERCE_FLOW_ID',
	template: 'CHAT_COMMERCE_TEMPLATE',
	params: 'CHAT_COMMERCE_PARAMS',
	phone: 'CHAT_COMMERCE_PHONE',
	send: 'CHAT_COMMERCE_SEND',
} as const;

export type Given = Partial<Record<keyof typeof VARIABLES, string>>;

export type Region = 'global' | 'india' | 'other';

export interface CheckSettings {
	token: string;
	region: Region;
	/** As the user entered them; only Region > Other has them. */
	baseUrls: { analytics: string; notifications: string };
	analyticsUrl(path: `/${string}`): string;
	notificationsUrl(): string;
	callsPerMinute: number;
	accountId: string;
	flowId: string;
	template: string;
	params: Record<string, unknown>;
	phone: string;
	/** The user has confirmed that notifications are sent. */
	maySend: boolean;
	/** What must be in no report. */
	secrets: string[];
}

/** Why the check cannot begin, in a sentence for the terminal. */
export class CannotRun extends Error {}

const CALLS_PER_MINUTE = 5;
const REPORT = 'check-report.md';

/** @throws CannotRun */
export function reportPath(args: string[]): string {
	try {
		const { values } = parseArgs({ args, options: { report: { type: 'string' } } });
		return values.report ?? REPORT;
	} catch {
		throw new CannotRun('The only option is --report FILE: npm run check -- --report FILE');
	}
}

/** Empty variables count as missing, as scripts often set them so. */
export function givenBy(env: NodeJS.ProcessEnv): Given {
	const entries = Object.entries(VARIABLES).map(([name, variable]) => {
		return [name, env[variable]?.trim() ?? ''] as const;
	});
	return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** Checks what was given. @throws CannotRun that names the variable, without its value */
export function settingsOf(given: Given): CheckSettings {
	const { accountId = '', flowId = '', template = '' } = given;
	const token = tokenOf(given);
	const region = regionOf(given);
	const { analyticsUrl: analytics = '', notificationsUrl: notifications = '' } = given;
	const baseUrls = { analytics, notifications };
	const ofService = { region, baseUrls };
	checkAddress('analyticsUrl', () => baseUrlOf(ofService, 'analytics'));
	if (region !== 'other' || notifications !== '') {
		checkAddress('notificationsUrl', () => baseUrlOf(ofService, 'notifications'));
	}
	const params = paramsOf(given);
	const phone = phoneOf(given);
	return {
		token,
		region,
		baseUrls,
		analyticsUrl: (path) => analyticsUrl(ofService, path),
		notificationsUrl: () => baseUrlOf(ofService, 'notifications'),
		callsPerMinute: callsPerMinuteOf(given),
		accountId,
		flowId,
		template,
		params,
		phone,
		maySend: given.send === 'yes',
		secrets: [token, accountId, flowId, template, phone, phone.slice(1), ...textsIn(params)].filter(
			(secret) => secret !== '',
		),
	};
}

function fail(name: keyof typeof VARIABLES, problem: string): never {
	throw new CannotRun(`${VARIABLES[name]} ${problem}`);
}

function tokenOf({ token = '' }: Given): string {
	if (token === '') fail('token', 'is missing: set it to the API token of your account');
	// A bearer token (RFC 6750) has no blanks.
	if (!/^[!-~]+$/.test(token)) fail('token', 'has a blank, a line break or a special character');
	return token;
}

function regionOf({ region, analyticsUrl, notificationsUrl }: Given): Region {
	const hasUrl = analyticsUrl !== undefined || notificationsUrl !== undefined;
	if (region === undefined && !hasUrl) {
		fail('region', `is missing: set it to global or india, or set ${VARIABLES.analyticsUrl}`);
	}
	const chosen = region?.toLowerCase() ?? 'other';
	if (chosen !== 'global' && chosen !== 'india' && chosen !== 'other') {
		fail('region', 'must be global, india or other');
	}
	if (chosen !== 'other' && hasUrl) {
		fail('region', `has addresses of its own: leave out ${VARIABLES.analyticsUrl}, or the region`);
	}
	return chosen;
}

function checkAddress(name: 'analyticsUrl' | 'notificationsUrl', address: () => string): void {
	try {
		address();
	} catch (error) {
		const { message } = error as Error;
		const [, problem = 'is not valid'] = / in the credential (.+)$/.exec(message) ?? [];
		fail(name, problem);
	}
}

function callsPerMinuteOf({ callsPerMinute = String(CALLS_PER_MINUTE) }: Given): number {
	const count = Number(callsPerMinute);
	if (!Number.isInteger(count) || count < 1)
		fail('callsPerMinute', 'must be a whole number from 1');
	return count;
}

function paramsOf({ params = '{}' }: Given): Record<string, unknown> {
	let parsed: unknown;
	try {
		parsed = JSON.parse(params);
	} catch {
		// What the parser says would quote it.
	}
	if (!isObject(parsed)) fail('params', 'must be a JSON object, such as {"name":"Ana"}');
	return parsed;
}

function phoneOf({ phone = '' }: Given): string {
	const plain = phone.replace(/[\s().-]/g, '');
	if (plain === '' || /^\+\d{7,15}$/.test(plain)) return plain;
	return fail('phone', 'must begin with a plus and the country code, such as +5511987654321');
}

/** All texts and numbers in a value, as texts. */
function textsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(textsIn);
	if (isObject(value)) return Object.values(value).flatMap(textsIn);
	return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
}
