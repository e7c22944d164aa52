import { type Answer, json } from './answers.ts';
import type { ServiceOptions } from './options.ts';

/** 2.7: a failure, in the words and the form that the switches ask for. */
export function failureAnswer(
	{ failureStatus, readings }: ServiceOptions,
	reason: unknown,
	httpStatus = failureStatus,
): Answer {
	const { success, ...reading } = readings.notification ?? {};
	return json(httpStatus, {
		success: success ? success.no : false,
		reason: 'reason' in reading ? reading.reason : reason,
	});
}

/** A user that was not notified, though the others were. */
export interface FailedUser {
	phone: string;
	nonce: string;
	index: number;
	reason: unknown;
}

/** How a user is named that was refused, where the others were notified. */
const PER_USER = { list: 'errors', by: 'phone' } as const;

/** 2.7: a success. */
export function successAnswer({ readings }: ServiceOptions, failed: FailedUser[]): Answer {
	const reading = readings.notification ?? {};
	const { success, successStatus = 200, successFields, perUser = PER_USER } = reading;
	if (successStatus === 204) return { status: 204, body: '' };
	const named = failed.length > 0 ? { [perUser.list]: failed.map(nameBy(perUser.by)) } : {};
	return json(successStatus, { success: success ? success.yes : true, ...successFields, ...named });
}

function nameBy(key: 'phone' | 'nonce' | 'index') {
	return ({ reason, ...user }: FailedUser) => ({ [key]: user[key], reason });
}
