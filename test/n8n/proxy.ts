import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { closeServer } from '../service/httpServer';

/** An HTTPS proxy on loopback that leads some hosts to a port of ours, and all others where they are. */
export async function startProxy(isOurs: (host: string) => boolean, port: number) {
	const clients = new Set<Socket>();
	const server = createServer().on('connect', ({ url = '' }, client: Socket) => {
		const { hostname, port: given } = new URL(`https://${url}`);
		const target = isOurs(hostname)
			? connect(port, '127.0.0.1')
			: connect(Number(given || 443), hostname);
		target.once('connect', () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n'));
		clients.add(client);
		client.once('close', () => clients.delete(client));
		// Ends both when one of them ends.
		pipeline(client, target, client, () => {});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			for (const client of clients) client.destroy();
			await closeServer(server);
		},
	};
}
