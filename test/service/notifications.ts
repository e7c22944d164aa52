import { type Answer, json } from './answers.ts';
import type { Clock } from './clock.ts';
import type { Ledger } from './ledger.ts';
import type { ServiceOptions } from './options.ts';
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

/** 4.6: creates notifications, all of a request or (by default) none. */
export function createNotifications(body: unknown, context: Context): Answer {
	const { options, clock, ledger, region, route } = context;
	const failure = (reason: unknown) => json(options.failureStatus, { success: false, reason });
	const fault = (error: string, description: string) => failure({ error, description });

	const { type, users } = (body ?? {}) as { type?: unknown; users?: unknown };
	if (typeof type !== 'string' || !Array.isArray(users) || users.length === 0) {
		return fault('INVALID_REQUEST', 'type and users are required');
	}
	const required = options.templates[type];
	if (!required) return fault('TEMPLATE_NOT_FOUND', `There is no template ${type}`);

	const problemOf = (user: User): Answer | undefined => {
		if (typeof user.phone !== 'string' || !/^\+\d{5,15}$/.test(user.phone)) {
			return fault('INVALID_PHONE', 'phone must be in international format');
		}
		if (options.invalidPhones.has(user.phone)) {
			return fault('INVALID_PHONE', 'The phone is not known to the messaging app');
		}
		if (typeof user.nonce !== 'string') return fault('INVALID_REQUEST', 'nonce is required');
		if (typeof user.params !== 'object' || user.params === null) {
			return fault('INVALID_REQUEST', 'params is required');
		}
		const missing = required.filter((key) => !(key in user.params));
		return missing.length > 0
			? failure(`Required parameters are not present in the request: ${missing.join(', ')}`)
			: undefined;
	};

	const good: User[] = [];
	let problem: Answer | undefined;
	for (const user of users as User[]) {
		problem = problemOf(user);
		if (problem) break;
		good.push(user);
	}
	if (!problem || options.partialCreate) {
		for (const { phone, nonce, params, labels = [] } of good) {
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
	return problem ?? json(200, { success: true });
}
