import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ServiceCalls } from './serviceCalls';
import { givenBy, settingsOf } from './settings';
import { QUICK } from './simulated';

let proxy: Server;
let seen: string[];
beforeEach(async () => {
	seen = [];
	proxy = createServer((request, response) => {
		seen.push(`${request.method} ${request.url}`);
		response.end('{}');
	}).listen(0, '127.0.0.1');
	await once(proxy, 'listening');
	process.env['http_proxy'] = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
});
afterEach(() => {
	delete process.env['http_proxy'];
	proxy.close();
});

it('calls through the proxy of the environment, as n8n does', async () => {
	const given = {
		CHAT_COMMERCE_TOKEN: 'a-token',
		CHAT_COMMERCE_ANALYTICS_URL: 'http://127.0.0.1:9',
	};
	const calls = new ServiceCalls(settingsOf(givenBy(given)), QUICK);
	const { status, json } = await calls.query({});
	expect({ status, json }).toEqual({ status: 200, json: {} });
	const [call] = seen;
	expect(call).toMatch(/^POST http:\/\/127\.0\.0\.1:9\/.*\/querying$/);
});
