import { isTransient } from './status';

/** What is known about a request once nothing more is done about it. */
export type Delivery =
	| 'notSent' // the service certainly did not carry it out
	| 'unknown' // the service may have carried it out
	| 'confirmed'; // the service has responded to it as expected

/** With 202, the service may still be working on the request; it may redirect after having carried it out. */
const MAY_BE_CARRIED_OUT = [202, 302, 303];

/** Whether the service may have carried out what it refused with this status of HTTP or of the envelope. */
export function deliveryOfRefusal(status: number): Delivery {
	return isTransient(status) || MAY_BE_CARRIED_OUT.includes(status) ? 'unknown' : 'notSent';
}

/** What is known of several tries of one request together: a later one does not undo an earlier one. */
export function deliveryOfTries(earlier: Delivery, later: Delivery): Delivery {
	return earlier === 'unknown' ? 'unknown' : later;
}
