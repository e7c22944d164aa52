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

	const { perUser } = options.readings.notification ?? {};
	const good: User[] = [];
	const failed: object[] = [];
	const notify = () => {
		const { accountId = '', flowId = '' } = route;
		for (const { phone, nonce, params, labels = [] } of good) {
			const to = { phone, nonce, type, params, labels };
			ledger.notify({ ...to, accountId, flowId, region, time: clock.now() });
		}
	};
	for (const [index, user] of (users as User[]).entries()) {
		const problem = problemOf(user, required, context);
		if (!problem) good.push(user);
		else if (perUser) {
			const by = { ...user, index }[perUser.by];
			failed.push({ [perUser.by]: by, reason: problem.reason });
		} else {
			if (options.partialCreate) notify();
			return failure(options, problem);
		}
	}
	notify();
	return success(options, failed.length > 0 && perUser ? { [perUser.list]: failed } : {});
}

function problemOf(
	{ phone, nonce, params }: User,
	required: string[],
	{ options, ledger }: Context,
): Problem | undefined {
	if (typeof phone !== 'string' || !/^\+\d{5,15}$/.test(phone)) {
		return faulty('INVALID_PHONE', 'phone must be in international format');
	}
	if (options.invalidPhones.has(phone)) {
		return faulty('INVALID_PHONE', 'The phone is not known to the messaging app');
	}
	if (typeof nonce !== 'string' || typeof params !== 'object' || params === null) {
		return faulty('INVALID_REQUEST', 'nonce and params are required');
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

/** 2.7, in the words and the form that the switches ask for. */
function failure({ failureStatus, readings }: ServiceOptions, problem: Problem): Answer {
	const { success, ...reading } = readings.notification ?? {};
	return json(problem.httpStatus ?? failureStatus, {
		success: success ? success.no : false,
		reason: 'reason' in reading ? reading.reason : problem.reason,
	});
}

function success({ readings }: ServiceOptions, named: object): Answer {
	const { success: written, successStatus = 200, successFields } = readings.notification ?? {};
	if (successStatus === 204) return { status: 204, body: '' };
	return json(successStatus, { success: written ? written.yes : true, ...successFields, ...named });
}
