import { z } from 'zod';
import { isObject } from '../../nodes/shared/params/param';
import { type Answer, json, refused } from './answers';
import type { Ledger } from './ledger';
import type { ServiceOptions } from './options';
import type { Route } from './requests';

/** Section 2.6. Its own keys of params are kept, such as __proto__. */
const paramsSchema = z.custom<Record<string, unknown>>((params) => isObject(params));
const userSchema = z.object({
	phone: z.string().regex(/^\+\d{5,15}$/),
	nonce: z.string().default(''),
	params: paramsSchema,
	labels: z.array(z.unknown()).default([]),
});
const textSchema = z.object({ text: z.string().min(1) });
const buttonsSchema = z.array(z.object({ parameters: z.array(textSchema).min(1) }));
const bodySchema = z.object({ type: z.string(), users: z.array(userSchema).min(1) });
type User = z.infer<typeof userSchema>;

interface Context {
	options: ServiceOptions;
	ledger: Ledger;
	route: Route;
}

/** 4.6: creates notifications, all of a request or (by default) none. */
export function createNotifications(body: unknown, context: Context): Answer {
	const { options, ledger, route } = context;
	const { data, error } = bodySchema.safeParse(body);
	if (!data) {
		const { path = [], message = '' } = error.issues[0] ?? {};
		return failure({ error: 'INVALID_REQUEST', description: `${path.join('.')}: ${message}` });
	}
	const { type, users } = data;
	const required = options.templates[type];
	if (!required) {
		return failure({ error: 'TEMPLATE_NOT_FOUND', description: `There is no template ${type}` });
	}

	const reason = users.map((user) => problemOf(user, required, options)).find(Boolean);
	if (reason !== undefined) return failure(reason);
	const { accountId = '', flowId = '' } = route;
	for (const user of users) {
		ledger.notify({ ...user, type, accountId, flowId, time: Date.now() });
	}
	const id = ledger.idOf(users.map(({ phone }) => phone).join());
	const message_ids = users.map(({ phone }) => ledger.idOf(phone));
	return json(200, { success: true, id, message_ids });
}

/** What a user cannot be notified for. */
function problemOf({ phone, params }: User, required: string[], { refusesOneIn }: ServiceOptions) {
	if (isRefused(phone, refusesOneIn)) {
		const description = 'The phone is not known to the messaging app';
		return invalid({ phone, type: 'invalid-phone', parameter: 'phone', description });
	}
	const missing = required.filter((key) => !(key in params)).join(', ');
	if (missing) return `Required parameters are not present in the request: ${missing}`;
	if ('buttons' in params && !buttonsSchema.safeParse(params.buttons).success) {
		const description = 'The text of the button is missing';
		const parameter = 'buttons.0.parameters.text';
		return invalid({ phone, type: 'invalid-button-param', parameter, description });
	}
	return undefined;
}

/** A reason that names the user and the parameter at fault. */
function invalid(detail: Record<'phone' | 'type' | 'parameter' | 'description', string>) {
	const description = "Template's parameter validation encountered errors";
	return { error: 'validation_error', description, details: [detail] };
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

function failure(reason: unknown): Answer {
	return json(200, refused(reason));
}
