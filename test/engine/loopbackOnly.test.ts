import http from 'node:http';
import net from 'node:net';
import tls from 'node:tls';
import { request } from 'undici';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { PassThrough } from './PassThrough';
import { takeCalledHosts } from './loopbackOnly';
import { runNode } from './runNode';
import type { IExecuteFunctions } from 'n8n-workflow';

const REFUSED = 'A test called 192.0.2.1: only this machine';

it.each<[string, () => Promise<unknown>]>([
	['net', async () => net.connect(80, '192.0.2.1')],
	['tls', async () => tls.connect({ port: 443, host: '192.0.2.1' })],
	['http', async () => http.get('http://192.0.2.1/')],
	['undici', async () => await request('http://192.0.2.1/')],
	[
		'fetch',
		async () =>
			await fetch('https://192.0.2.1/').catch(({ cause }) => Promise.reject(cause as Error)),
	],
])('%s reaches no other machine', async (_, call) => {
	await expect(call()).rejects.toThrow(REFUSED);
	expect(takeCalledHosts()).toEqual(['192.0.2.1']);
});

it('neither does a node in the engine, by its name or that of the service', async () => {
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
	const options = { parameters: {}, credentialType: new ChatCommerceApi(), credential: {} };
	await runNode({ node, ...options });
	expect(takeCalledHosts()).toEqual(hosts);
});
