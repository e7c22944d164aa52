import { z } from 'zod';
import { isObject } from '../../nodes/shared/values';
import { type Answer, json, refusedNotification } from './answers';
import type { Ledger } from './ledger';
import type { ServiceOptions } from './options';
import type { Route } from './requests';

/** Not `z.record`, which would lose a parameter with the name `__proto__`. */
const paramsSchema = z.custom<Record<string, unknown>>((params) => isObject(params));

/** Section 2.6. An unknown key is a mistake of ours, which the real service would perhaps ignore. */
const userSchema = z.strictObject({
	phone: z.string().regex(/^\+\d{5,15}$/),
	nonce: z.string().default(''),
	params: paramsSchema,
	labels: z.array(z.unknown()).default([]),
});
const bodySchema = z.strictObject({ type: z.string(), users: z.array(userSchema).min(1) });
type User = z.infer<typeof userSchema>;

/** The parameter `buttons` of a template with buttons, as clients of the service send it. */
const buttonTextSchema = z.object({ text: z.string().min(1) });
const buttonsSchema = z.array(z.object({ parameters: z.array(buttonTextSchema).min(1) }));

/** Whether a body has another key than section 2.6 knows, whatever its values are. */
export function hasUnknownKey(body: unknown): boolean {
	const { error } = bodySchema.safeParse(body);
	return (error?.issues ?? []).some(({ code }) => code === 'unrecognized_keys');
}

interface Context {
	options: ServiceOptions;
	ledger: Ledger;
	route: Route;
}

/** Section 4.6: notifies all users of a request, or none of them. */
export function createNotifications(body: unknown, { options, ledger, route }: Context): Answer {
	const { data, error } = bodySchema.safeParse(body);
	if (!data) {
		const { path = [], message = '' } = error.issues[0] ?? {};
		return refused({ error: 'INVALID_REQUEST', description: `${path.join('.')}: ${message}` });
	}
	const { type, users } = data;
	const required = options.templates === 'any' ? [] : options.templates[type];
	if (!required) {
		return refused({ error: 'TEMPLATE_NOT_FOUND', description: `There is no template ${type}` });
	}
	const problems = users.map((user) => problemOf(user, required));
	const problem = problems.find((each) => each !== undefined);
	if (problem !== undefined) return refused(problem);
	const { accountId = '', flowId = '' } = route;
	for (const user of users) {
		ledger.notify({ ...user, type, accountId, flowId, time: Date.now() });
	}
	if (!options.returnsIds) return json(200, { success: true });
	const phones = users.map(({ phone }) => phone);
	return json(200, {
		success: true,
		id: ledger.newId(phones.join(',')),
		message_ids: phones.map((phone) => ledger.newId(phone)),
	});
}

/** @returns why a user cannot be notified, or undefined */
function problemOf({ params }: User, required: string[]): unknown {
	const missing = required.filter((key) => !(key in params));
	if (missing.length > 0) {
		return `Required parameters are not present in the request: ${missing.join(', ')}`;
	}
	if ('buttons' in params && !buttonsSchema.safeParse(params.buttons).success) {
		// The real one also names the user and the parameter at fault.
		return {
			error: 'validation_error',
			description: "Template's parameter validation encountered errors",
		};
	}
	return undefined;
}

function refused(reason: unknown): Answer {
	return json(200, refusedNotification(reason));
}
