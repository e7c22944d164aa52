import '../test/engine/isolateHome';
import { request } from 'undici';
import { runNotifications, users } from '../test/nodes/Notifications/notificationsNode';
import { startService } from '../test/service/service';

/*
 * node test/run.mjs benchmark/notifications.ts [items]
 *
 * The Notifications node in n8n's engine against undici posting the same bodies, alternating, and
 * the heap above the items. The service is the same process, so its own work is in both times.
 */

const ROUNDS = 3;
const MB = 2 ** 20;

async function main(): Promise<void> {
	const count = Number(process.argv[2] ?? 100_000);
	const service = await startService();
	const items = users(count);
	const ratios: number[] = [];
	try {
		for (let round = 0; round < ROUNDS; round++) {
			service.reset();
			const idle = process.memoryUsage().rss;
			let peak = 0;
			const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20);
			const started = performance.now();
			const { items: outputs, error } = await runNotifications(service, {}, { items });
			const node = performance.now() - started;
			clearInterval(watch);
			if (error ?? outputs.length !== count) throw error ?? new Error('Items are missing');

			const bodies = service.requests.map(({ body, url }) => ({ body: JSON.stringify(body), url }));
			service.reset();
			const plainStart = performance.now();
			for (const { body, url } of bodies) await post(service, url, body);
			const plain = performance.now() - plainStart;
			ratios.push(node / plain);
			console.log(
				`| ${count} | ${node.toFixed(0)} ms | ${plain.toFixed(0)} ms | ${(node / plain).toFixed(2)} | ${((peak - idle) / MB).toFixed(0)} MB |`,
			);
		}
	} finally {
		await service.close();
	}
	ratios.sort((a, b) => a - b);
	console.log(`Median ratio ${ratios[Math.floor(ROUNDS / 2)]?.toFixed(2)}`);
}

async function post(service: { baseUrl: string; token: string }, url: string, body: string) {
	const response = await request(`${service.baseUrl}${url}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${service.token}`, 'content-type': 'application/json' },
		body,
	});
	await response.body.dump();
}

console.log('| items | node | undici | ratio | rss above idle |\n|---|---|---|---|---|');
void main();
