import type { Answer } from './answers.ts';
import type { Clock } from './clock.ts';
import type { Ledger } from './ledger.ts';
import { type FailedUser, failureAnswer, successAnswer } from './notificationAnswers.ts';
import type { ServiceOptions } from './options.ts';
import { isRefused } from './refusedUsers.ts';
import type { Route } from './requests.ts';

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
	const { options } = context;
	const { type, users } = (body ?? {}) as { type?: unknown; users?: unknown };
	if (typeof type !== 'string' || !Array.isArray(users) || users.length === 0) {
		return failureAnswer(options, faulty('INVALID_REQUEST', 'type and users are required').reason);
	}
	const required = options.templates[type];
	if (!required) {
		return failureAnswer(
			options,
			faulty('TEMPLATE_NOT_FOUND', `There is no template ${type}`).reason,
		);
	}

	const isPerUser = options.readings.notification?.perUser !== undefined;
	const good: User[] = [];
	const failed: FailedUser[] = [];
	for (const [index, user] of (users as User[]).entries()) {
		const problem = problemOf(user, required, context);
		if (!problem && isRefused(user.phone, options.refusesOneIn)) {
			failed.push({ ...user, index, reason: UNKNOWN_PHONE });
		} else if (!problem) good.push(user);
		else if (isPerUser) failed.push({ ...user, index, reason: problem.reason });
		else {
			if (options.partialCreate) notify(type, good, context);
			return failureAnswer(options, problem.reason, problem.httpStatus);
		}
	}
	notify(type, good, context);
	return successAnswer(options, failed);
}

const UNKNOWN_PHONE = {
	error: 'INVALID_PHONE',
	description: 'The phone is not known to the messaging app',
};

function problemOf(
	user: User,
	required: string[],
	{ options, ledger }: Context,
): Problem | undefined {
	if (typeof user.phone !== 'string' || !/^\+\d{5,15}$/.test(user.phone)) {
		return faulty('INVALID_PHONE', 'phone must be in international format');
	}
	if (options.invalidPhones.has(user.phone)) {
		return { reason: UNKNOWN_PHONE };
	}
	if (typeof user.nonce !== 'string') return faulty('INVALID_REQUEST', 'nonce is required');
	if (typeof user.params !== 'object' || user.params === null) {
		return faulty('INVALID_REQUEST', 'params is required');
	}
	const missing = required.filter((key) => !(key in user.params));
	if (missing.length > 0) {
		return {
			reason: `Required parameters are not present in the request: ${missing.join(', ')}`,
		};
	}
	return ledger.knows(user.nonce) ? options.readings.notification?.knownNonce : undefined;
}

function faulty(error: string, description: string): Problem {
	return { reason: { error, description } };
}

function notify(type: string, users: User[], { clock, ledger, region, route }: Context): void {
	for (const { phone, nonce, params, labels = [] } of users) {
		ledger.notify({
			phone,
			nonce,
			type,
			params,
			labels,
			accountId: route.accountId ?? '',
			flowId: route.flowId ?? '',
			region,
			time: clock.now(),
		});
	}
}
