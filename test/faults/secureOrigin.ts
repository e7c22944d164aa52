import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { closeServer } from '../service/httpServer';
import { selfSignedCertificate } from './certificate';

/** An https address that nobody may trust, and how many requests it got all the same. */
export interface SecureOrigin {
	url: string;
	requests(): number;
	close(): Promise<void>;
}

export async function startSecureOrigin(): Promise<SecureOrigin> {
	let requests = 0;
	const server = createServer(selfSignedCertificate(), (_, response) => {
		requests += 1;
		response.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests: () => requests,
		close: async () => await closeServer(server),
	};
}
