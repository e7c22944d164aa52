import '../../support/quickWaits';
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
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

/** With what the proxy answers CONNECT before it hangs up. */
const PROXIES = [
	{
		name: 'wants a password',
		answer:
			'HTTP/1.1 407 Proxy Authentication Required\r\nConnection: close\r\n\r\n<html><title>407</title></html>',
	},
	{
		name: 'blocks the address with a page',
		answer:
			'HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n<html><title>Blocked</title></html>',
	},
	{ name: 'hangs up', answer: '' },
	{
		name: 'connects, and then hangs up in the TLS handshake',
		answer: 'HTTP/1.1 200 OK\r\n\r\n',
	},
];

describe('through a proxy', () => {
	afterEach(() => jest.restoreAllMocks());

	it.each(PROXIES)('that $name, nothing was sent', async ({ answer }) => {
		const proxy = net.createServer((socket) => {
			socket.on('error', () => {});
			socket.once('data', () => socket.end(answer));
		});
		const settings = { HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}`, NO_PROXY: '' };
		jest.replaceProperty(process, 'env', { ...process.env, ...settings });
		const { items } = await sendTo('https://service.invalid');
		proxy.close();
		expect(items[0]?.json).toMatchObject({ mayHaveBeenSent: false });
	});
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
