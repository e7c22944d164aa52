import net from 'node:net';
import { request } from 'undici';
import { PassThrough } from './PassThrough';
import { takeCalledHosts } from './loopbackOnly';
import { runNode } from './runNode';
import type { IExecuteFunctions } from 'n8n-workflow';

/** No machine has this address: it is for documentation alone (RFC 5737). */
const HOST = '192.0.2.1';

it.each([
	{ library: 'net', call: async () => net.connect(80, HOST) },
	{ library: 'undici', call: async () => await request(`http://${HOST}/`) },
])('$library reaches no other machine', async ({ call }) => {
	await expect(call()).rejects.toThrow(`A test called ${HOST}: only this machine`);
	expect(takeCalledHosts()).toEqual([HOST]);
});

it('a node in the engine reaches no other machine, and not the service either', async () => {
	const hosts = ['example.com', 'api-ww-us-001.yalochat.com'];
	const node = {
		description: new PassThrough('test.node').description,
		async execute(this: IExecuteFunctions) {
			for (const host of hosts) {
				const asked = this.helpers.httpRequest({ url: `https://${host}/` });
				await expect(asked).rejects.toThrow();
			}
			return [];
		},
	};
	await runNode({ node, parameters: {}, credential: {} });
	expect(takeCalledHosts()).toEqual(hosts);
});
