import net from 'node:net';
import { request } from 'undici';
import { takeCalledHosts } from './loopbackOnly';

/** No machine has this address: it is for documentation alone (RFC 5737). */
const HOST = '192.0.2.1';

it.each([
	{ library: 'net', call: async () => net.connect(80, HOST) },
	{ library: 'undici', call: async () => await request(`http://${HOST}/`) },
])('$library reaches no other machine', async ({ call }) => {
	await expect(call()).rejects.toThrow(`A test called ${HOST}: only this machine`);
	expect(takeCalledHosts()).toEqual([HOST]);
});
