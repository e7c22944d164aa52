import { type Answer, json } from './answers';
import type { Clock } from './clock';
import type { Ledger } from './ledger';
import type { ServiceOptions } from './options';
import type { Route } from './requests';

interface User {
	phone: string;
	nonce: string;
	params: Record<string, unknown>;
	labels?: unknown[];
}

interface Context {
	options: ServiceOptions;
	clock: Clock;
	ledger: Ledger;
	region: 'global' | 'india';
	route: Route;
}

/** Why a user cannot be notified, and the HTTP status that says so, if it is not the usual one. */
interface Problem {
	reason: unknown;
	httpStatus?: number;
}

/** 4.6: creates notifications, all of a request or (by default) none. */
export function createNotifications(body: unknown, context: Context): Answer {
	const { options, clock, ledger, region, route } = context;
	const { type, users } = (body ?? {}) as { type?: unknown; users?: unknown };
	if (typeof type !== 'string' || !Array.isArray(users) || users.length === 0) {
		return failure(options, faulty('INVALID_REQUEST', 'type and users are required'));
	}
	const required = options.templates[type];
	if (!required) {
		return failure(options, faulty('TEMPLATE_NOT_FOUND', `There is no template ${type}`));
	}

	const good: User[] = [];
	const notify = () => {
		const { accountId = '', flowId = '' } = route;
		for (const { phone, nonce, params, labels = [] } of good) {
			const to = { phone, nonce, type, params, labels };
			ledger.notify({ ...to, accountId, flowId, region, time: clock.now() });
		}
	};
	for (const user of users as User[]) {
		const problem = problemOf(user, required, context);
		if (problem) {
			if (options.partialCreate) notify();
			return failure(options, problem);
		}
		good.push(user);
	}
	notify();
	return json(200, { success: true, ...options.readings.notification?.successFields });
}

const UNKNOWN_PHONE = faulty('INVALID_PHONE', 'The phone is not known to the messaging app');

function problemOf(
	{ phone, nonce, params }: User,
	required: string[],
	{ options, ledger }: Context,
): Problem | undefined {
	if (typeof phone !== 'string' || !/^\+\d{5,15}$/.test(phone)) {
		return faulty('INVALID_PHONE', 'phone must be in international format');
	}
	if (options.invalidPhones.has(phone) || isRefused(phone, options.refusesOneIn)) {
		return UNKNOWN_PHONE;
	}
	if (typeof nonce !== 'string') return faulty('INVALID_REQUEST', 'nonce is required');
	if (typeof params !== 'object' || params === null) {
		return faulty('INVALID_REQUEST', 'params is required');
	}
	const missing = required.filter((key) => !(key in params)).join(', ');
	if (missing) {
		return { reason: `Required parameters are not present in the request: ${missing}` };
	}
	return ledger.knows(nonce) ? options.readings.notification?.knownNonce : undefined;
}

function faulty(error: string, description: string): Problem {
	return { reason: { error, description } };
}

/** Numbers of São Paulo, which most tests and examples use, are known to the messaging app. */
const KNOWN = '+5511';

/** Whether a user has no account at the messaging app, or has blocked the sender: always the same for a phone. */
export function isRefused(phone: string, oneIn: number): boolean {
	if (oneIn === 0 || phone.startsWith(KNOWN)) return false;
	let hash = 0x811c9dcc;
	for (const digit of phone) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193);
	return ((hash ^ (hash >>> 15)) >>> 0) % oneIn === 0;
}

/** 2.7 */
function failure({ failureStatus }: ServiceOptions, problem: Problem): Answer {
	const { httpStatus = failureStatus, reason } = problem;
	return json(httpStatus, { success: false, reason });
}
