import '../../support/quickWaits';
import { once } from 'node:events';
import http from 'node:http';
import https from 'node:https';
import net from 'node:net';
import tls from 'node:tls';
import type { NodeRun } from '../../engine/runNode';
import { runNotifications, users } from '../../support/notificationsNode';

/*
 * What a proxy, or a connection that never becomes secure, means for who may have been notified. The words of these errors
 * are tested with shared/http/networkFailure.ts; here, they come from real sockets.
 */

async function listen(server: net.Server): Promise<number> {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return (server.address() as net.AddressInfo).port;
}

/** Sends one notification, without a nonce, so that nothing is sent again unless that is surely safe. */
async function sendTo(notificationsUrl: string): Promise<NodeRun> {
	const addresses = {
		baseUrl: notificationsUrl,
		notificationsUrl,
		token: 'token-of-the-tests',
		accountId: 'account-1',
		flowId: 'flow-1',
	};
	const once = { sendOnce: 'always' };
	return await runNotifications(addresses, once, {
		items: users(1),
		onError: 'continueRegularOutput',
	});
}

/** For service.invalid, signed by itself. Both are for tests only. */
const CERTIFICATE = {
	key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgXRr9Cb7FlYoKUIOj
1KG4Eug7r08+JRRPn9LrWTWb3jehRANCAASnbmzq+jfH/JCHXgiS2j35AvWy7Osb
WSKLhDeeU7tzFNfaXkEFXrUCCin4cjGieiRE2CDoluvAnOBnwf3bd6xn
-----END PRIVATE KEY-----`,
	cert: `-----BEGIN CERTIFICATE-----
MIIBkTCCATegAwIBAgIUIJZRKNL5h3tRxxyZEzh0dXUTLNUwCgYIKoZIzj0EAwIw
DzENMAsGA1UEAwwEVGVzdDAgFw0yMDAxMDEwMDAwMDBaGA8yMTE5MTIwODAwMDAw
MFowDzENMAsGA1UEAwwEVGVzdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKdu
bOr6N8f8kIdeCJLaPfkC9bLs6xtZIouEN55Tu3MU19peQQVetQIKKfhyMaJ6JETY
IOiW68Cc4GfB/dt3rGejbzBtMB0GA1UdDgQWBBSnHLtUTUpDOe8pEH1ZjpabE1dt
2zAfBgNVHSMEGDAWgBSnHLtUTUpDOe8pEH1ZjpabE1dt2zAPBgNVHRMBAf8EBTAD
AQH/MBoGA1UdEQQTMBGCD3NlcnZpY2UuaW52YWxpZDAKBggqhkjOPQQDAgNIADBF
AiEAhpLNtjupucfxCHq398M6TC5eqwa/ATws4YckOQ6nMOQCID7v6Ki2gRJ37AJU
Rp3gwYaldCF79I8qeDO2iV51zc+k
-----END CERTIFICATE-----`,
};

interface Proxy {
	name: string;
	/** What the proxy does with CONNECT. */
	answer(socket: net.Socket): void;
}

/** Statuses of which nobody knows whether the service carried the request out, if it was the service that sent them. */
const UNCERTAIN = [408, 500, 503];

const PROXIES: Proxy[] = [
	{
		name: 'wants a password',
		answer: (socket) =>
			void socket.end(
				'HTTP/1.1 407 Proxy Authentication Required\r\nConnection: close\r\n\r\n<html><title>407</title></html>',
			),
	},
	{
		name: 'blocks the address with a page',
		answer: (socket) =>
			void socket.end(
				'HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n<html><title>Blocked</title></html>',
			),
	},
	{
		name: 'hangs up',
		answer: (socket) => void socket.end(),
	},
	{
		name: 'connects, and then hangs up in the TLS handshake',
		answer: (socket) => void socket.end('HTTP/1.1 200 OK\r\n\r\n'),
	},
];

describe('through a proxy', () => {
	const { HTTPS_PROXY, NO_PROXY } = process.env;
	afterEach(() => {
		restore('HTTPS_PROXY', HTTPS_PROXY);
		restore('NO_PROXY', NO_PROXY);
	});

	function restore(name: string, value: string | undefined): void {
		if (value === undefined) delete process.env[name];
		else process.env[name] = value;
	}

	it.each(PROXIES)('that $name, nothing was sent', async ({ answer }) => {
		const proxy = net.createServer((socket) => {
			socket.on('error', () => {});
			socket.once('data', () => answer(socket));
		});
		process.env.HTTPS_PROXY = `http://127.0.0.1:${await listen(proxy)}`;
		process.env.NO_PROXY = '';
		const { items } = await sendTo('https://service.invalid');
		proxy.close();
		expect(items[0]?.json).toMatchObject({ mayHaveBeenSent: false });
	});

	it.each(UNCERTAIN)(
		'that connects, a notification may have been sent if the service answers %d',
		async (status) => {
			// The certificate of the test is trusted.
			const { createSecureContext } = tls;
			const spy = jest.spyOn(tls, 'createSecureContext').mockImplementation((options) => {
				return createSecureContext({ ca: CERTIFICATE.cert, ...options });
			});
			const served: string[] = [];
			const service = https.createServer(CERTIFICATE, (request, response) => {
				served.push(request.url ?? '');
				response.writeHead(status).end('<html><title>Oh</title></html>');
			});
			const port = await listen(service);
			const proxy = net.createServer((socket) => {
				socket.on('error', () => {});
				socket.once('data', () => {
					const tunnel = net.connect(port, '127.0.0.1').on('error', () => {});
					socket.write('HTTP/1.1 200 OK\r\n\r\n');
					socket.pipe(tunnel).pipe(socket);
				});
			});
			process.env.HTTPS_PROXY = `http://127.0.0.1:${await listen(proxy)}`;
			process.env.NO_PROXY = '';
			const { items } = await sendTo('https://service.invalid');
			spy.mockRestore();
			service.closeAllConnections();
			service.close();
			proxy.close();
			expect(served).toHaveLength(1);
			expect(items[0]?.json).toMatchObject({ mayHaveBeenSent: true });
		},
	);
});

it('of https to a port that speaks http, nothing was sent', async () => {
	let requests = 0;
	const server = http.createServer((_, response) => {
		requests += 1;
		response.end('{}');
	});
	const { items } = await sendTo(`https://127.0.0.1:${await listen(server)}`);
	server.closeAllConnections();
	server.close();
	expect(requests).toBe(0);
	expect(items[0]?.json).toMatchObject({ mayHaveBeenSent: false });
});
