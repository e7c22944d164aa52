import { z } from 'zod';
import { type Answer, json } from './answers';
import { isFields } from '../../nodes/shared/field';
import type { Ledger } from './ledger';
import type { ServiceOptions } from './options';
import type { Route } from './requests';

/** Section 2.6. Its own keys of params are kept, such as __proto__. */
const paramsSchema = z.custom<Record<string, unknown>>((params) => isFields(params));
const userSchema = z.object({
	phone: z.string().regex(/^\+\d{5,15}$/),
	nonce: z.string(),
	params: paramsSchema,
	labels: z.array(z.unknown()).default([]),
});
const bodySchema = z.object({ type: z.string(), users: z.array(userSchema).min(1) });
type User = z.infer<typeof userSchema>;

interface Context {
	options: ServiceOptions;
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
	const { options, ledger, region, route } = context;
	const { data, error } = bodySchema.safeParse(body);
	if (!data) {
		const { path = [], message = '' } = error.issues[0] ?? {};
		return failure(faulty('INVALID_REQUEST', `${path.join('.')}: ${message}`));
	}
	const { type, users } = data;
	const required = options.templates[type];
	if (!required) {
		return failure(faulty('TEMPLATE_NOT_FOUND', `There is no template ${type}`));
	}

	const good: User[] = [];
	const notify = () => {
		const { accountId = '', flowId = '' } = route;
		for (const user of good) {
			ledger.notify({ ...user, type, accountId, flowId, region, time: Date.now() });
		}
	};
	for (const user of users) {
		const problem = problemOf(user, required, context);
		if (problem) {
			if (options.partialCreate) notify();
			return failure(problem);
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
	if (options.invalidPhones.has(phone) || isRefused(phone, options.refusesOneIn)) {
		return UNKNOWN_PHONE;
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
function isRefused(phone: string, oneIn: number): boolean {
	if (oneIn === 0 || phone.startsWith(KNOWN)) return false;
	let hash = 0x811c9dcc;
	for (const digit of phone) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193);
	return ((hash ^ (hash >>> 15)) >>> 0) % oneIn === 0;
}

/** 2.7 */
function failure({ httpStatus = 200, reason }: Problem): Answer {
	return json(httpStatus, { success: false, reason });
}
