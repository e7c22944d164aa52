import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** An HTTPS proxy on loopback that leads some hosts to a server of ours, and all others where they are. */
export interface Proxy {
	url: string;
	close(): Promise<void>;
}

export async function startProxy({
	isOurs,
	port,
}: {
	isOurs: (host: string) => boolean;
	/** Of our server. */
	port: number;
}): Promise<Proxy> {
	const sockets = new Set<Socket>();
	const server = createServer().on('connect', ({ url = '' }, client: Socket) => {
		const { hostname, port: given } = new URL(`https://${url}`);
		const target = isOurs(hostname)
			? connect(port, '127.0.0.1')
			: connect(Number(given || 443), hostname);
		target.once('connect', () => client.write('HTTP/1.1 200 Connection Established\r\n\r\n'));
		client.pipe(target).pipe(client);
		for (const socket of [client, target]) {
			sockets.add(socket);
			socket.on('error', () => client.destroy());
			socket.on('close', () => {
				sockets.delete(socket);
				client.destroy();
				target.destroy();
			});
		}
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			for (const socket of sockets) socket.destroy();
			server.close();
			await once(server, 'close');
		},
	};
}
