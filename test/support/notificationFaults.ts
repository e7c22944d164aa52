import type { Fault, FaultPlan } from '../service/faults';

/** What goes wrong while notifications are sent: before or after users were notified. */
const FAULTS: readonly Fault[] = [
	{ kind: 'resetBeforeRead' },
	{ kind: 'resetAfterRead' },
	{ kind: 'resetAfterRead', apply: true },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 500, apply: true },
	{ kind: 'status', status: 502, apply: true },
	{ kind: 'status', status: 503 },
	{ kind: 'status', status: 503, apply: true },
	{ kind: 'refusal', status: 429, retryAfter: 'seconds', seconds: 1 },
	{ kind: 'resetMidBody', fraction: 0.5 },
];

const GOOD_BETWEEN = 9;

/** One in ten of the next requests to send notifications goes wrong, each in another way. */
export function addFaults(faults: FaultPlan, requests: number): void {
	for (let at = 0; at * (GOOD_BETWEEN + 1) < requests; at++) {
		faults.add('notifications', { kind: 'delay', ms: 0 }, GOOD_BETWEEN);
		faults.add('notifications', FAULTS[at % FAULTS.length] as Fault);
	}
}

/** As many requests, with faults in between; from then on the service notifies and does not answer. */
export function addFaultsUntilSilence(faults: FaultPlan, requests: number): void {
	addFaults(faults, requests);
	faults.add('notifications', { kind: 'stall', apply: true }, Infinity);
}
