import { closeServer, startServer } from '../service/httpServer';
import { selfSignedCertificate } from './certificate';

export type SecureOrigin = Awaited<ReturnType<typeof startSecureOrigin>>;

/** An https address that nobody may trust, and how many requests it got all the same. */
export async function startSecureOrigin() {
	let requests = 0;
	const count: Parameters<typeof startServer>[0] = async (_, response) => {
		requests += 1;
		response.end();
	};
	const { server, url } = await startServer(count, 0, selfSignedCertificate());
	return { url, requests: () => requests, close: async () => await closeServer(server) };
}
