import { credentialFor } from '../support/credential';
import type { Service } from '../service/service';
import type { Column } from './columns';
import type { NameTrouble } from './names';
import type { Cause, Row } from './row';
import { startSecureOrigin } from './secureOrigin';

/** A fault that is in place. */
export interface Arrangement {
	credential: ReturnType<typeof credentialFor>;
	nameTrouble?: NameTrouble;
	/** Whether the node ran into it: otherwise a cell would prove nothing. */
	isHit(): boolean;
	close(): Promise<void>;
}

interface Wanted {
	service: Service;
	row: Row;
	column: Column;
	/** How many calls are to be hit. */
	times: number;
}

/** Puts the fault of a cell in place. */
export async function arrange(wanted: Wanted): Promise<Arrangement> {
	const { cause } = wanted.row;
	if ('name' in cause) return withName(wanted, cause.name);
	if ('secure' in cause) return await withoutTrust(wanted, cause.secure);
	const { service, column, times } = wanted;
	const fault = typeof cause.fault === 'function' ? cause.fault(service) : cause.fault;
	const place = cause.place ?? column.endpoint;
	if (cause.first) service.faults.add(place, cause.first);
	service.faults.add(place, fault, times);
	return {
		credential: credentialFor(service),
		isHit: () => wasFaulty(service),
		close: async () => {},
	};
}

function withName(
	{ service, column, times }: Wanted,
	kind: Extract<Cause, { name: unknown }>['name'],
): Arrangement {
	let hits = 0;
	const isDue = () => {
		const isHit = hits < times && service.requests.length >= column.callsBefore;
		if (isHit) hits += 1;
		return isHit;
	};
	return {
		credential: withAddresses(service, (url) => url.replace('127.0.0.1', 'localhost')),
		nameTrouble: { kind, isDue },
		isHit: () => hits > 0,
		close: async () => {},
	};
}

/** Posts meet what they must not trust as the base URL, reads by a redirect. */
async function withoutTrust(
	{ service, column, times }: Wanted,
	kind: Extract<Cause, { secure: unknown }>['secure'],
): Promise<Arrangement> {
	const origin = await startSecureOrigin();
	const url = kind === 'selfSigned' ? origin.url : service.storage.url.replace('http:', 'https:');
	const isRead = column.endpoint === 'status' || column.endpoint === 'download';
	if (isRead) {
		service.faults.add(column.endpoint, { kind: 'redirect', status: 302, location: url }, times);
	}
	return {
		credential: isRead ? credentialFor(service) : withAddresses(service, () => url),
		isHit: () =>
			origin.requests() === 0 && (isRead ? wasFaulty(service) : service.requests.length === 0),
		close: origin.close,
	};
}

function withAddresses(service: Service, address: (url: string) => string) {
	const credential = credentialFor(service);
	return {
		...credential,
		analyticsBaseUrl: address(credential.analyticsBaseUrl),
		notificationsBaseUrl: address(credential.notificationsBaseUrl),
	};
}

function wasFaulty({ requests, storage }: Service): boolean {
	return [...requests, ...storage.requests].some(({ fault }) => fault !== undefined);
}
