import '../test/engine/isolateHome';
import type { INodeType } from 'n8n-workflow';
import { request } from 'undici';
import { ChatCommerceApi } from '../credentials/ChatCommerceApi.credentials';
import { Notifications } from '../nodes/Notifications/Notifications.node';
import { runNode } from '../test/engine/runNode';
import { median } from './median';
import { EvaluatedNode } from './notifications/evaluatedNode';
import { PartsNode, type PlainRequest } from './notifications/partsNode';
import { customers, type Shape, shapes } from './notifications/shapes';
import { startInstantService } from './notifications/startInstantService';
import { Table } from './table';

/*
 * node test/run.mjs benchmark/notifications.ts [items]
 * node --max-old-space-size=8192 test/run.mjs benchmark/notifications.ts linear
 *
 * The Notifications node in n8n's engine against undici posting the same bodies, alternating, to a
 * service in another process. What n8n itself takes for evaluating expressions and for posting by
 * its HTTP helper is measured in the same rounds.
 */

const ROUNDS = 5;

type Service = Awaited<ReturnType<typeof startInstantService>>;

export async function main(): Promise<void> {
	const [argument = '100000'] = process.argv.slice(2);
	const service = await startInstantService();
	try {
		if (argument === 'linear') await linearity(service);
		else await parts(service, Number(argument));
	} finally {
		service.close();
	}
}

/** Medians of all rounds, one row for each way to fill in the node. */
async function parts(service: Service, count: number): Promise<Table> {
	const table = new Table(`Notifications: ${count} items`, [
		'parameters',
		'mapping, µs an item',
		"n8n's evaluation, µs an item",
		'node, ms',
		'without evaluation, ms',
		"n8n's helper alone, ms",
		'undici, ms',
		'node / undici',
		'without evaluation / undici',
		"without evaluation / n8n's helper",
	]);
	const items = customers(count);
	for (const [name, shape] of Object.entries(shapes)) {
		const requests = await requestsOf(service, shape, items);
		const rounds: Round[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			rounds.push(await measure(service, shape, items, requests));
		}
		const of = (value: (round: Round) => number) => median(rounds.map(value));
		table.add(
			name,
			of(({ mapping }) => (mapping * 1000) / count).toFixed(2),
			of(({ evaluation }) => (evaluation * 1000) / count).toFixed(1),
			of(({ node }) => node).toFixed(0),
			of(({ sending }) => sending).toFixed(0),
			of(({ posting }) => posting).toFixed(0),
			of(({ undici }) => undici).toFixed(0),
			of(({ node, undici }) => node / undici).toFixed(2),
			of(({ sending, undici }) => sending / undici).toFixed(2),
			of(({ sending, posting }) => sending / posting).toFixed(2),
		);
	}
	return table;
}

/** Ten times the items, without n8n's evaluation, which would take nearly all of the time. */
async function linearity(service: Service): Promise<Table> {
	const table = new Table("Notifications without n8n's evaluation: time an item", [
		'items',
		'µs an item',
		'times',
	]);
	const shape = shapes['all fields of the item'] as Shape;
	const counts = [100_000, 1_000_000];
	const times = new Map(counts.map((count) => [count, [] as number[]]));
	for (let round = 0; round < ROUNDS; round++) {
		for (const [count, ofCount] of times) {
			ofCount.push((await runTime(service, new EvaluatedNode(), shape, customers(count))) / count);
		}
	}
	const [first = 0, ...others] = [...times.values()].map((ofCount) => median(ofCount) * 1000);
	table.add(counts[0] ?? 0, first.toFixed(1), '1.00');
	for (const [index, time] of others.entries()) {
		table.add(counts[index + 1] ?? 0, time.toFixed(1), (time / first).toFixed(2));
	}
	return table;
}

type Items = ReturnType<typeof customers>;
type Round = Awaited<ReturnType<typeof measure>>;

async function measure(service: Service, shape: Shape, items: Items, requests: PlainRequest[]) {
	const undici = await undiciTime(requests);
	const partsNode = new PartsNode(shape.evaluated, requests);
	const whole = await runTime(service, partsNode, shape, items);
	if (!partsNode.parts) throw new Error('The parts were not measured');
	const { mapping, posting, ...parts } = partsNode.parts;
	return { undici, node: whole - mapping - posting, mapping, posting, ...parts };
}

async function runTime(
	service: Service,
	node: INodeType,
	shape: Shape,
	items: Items,
): Promise<number> {
	const start = performance.now();
	const outputs = await run(service, node, shape, items);
	const time = performance.now() - start;
	if (outputs.some(({ json }) => json.status !== 'accepted') || outputs.length !== items.length) {
		throw new Error('Not all notifications were sent');
	}
	return time;
}

async function undiciTime(requests: PlainRequest[]): Promise<number> {
	const start = performance.now();
	for (const { url, body } of requests) {
		const response = await request(url, {
			method: 'POST',
			headers: { authorization: 'Bearer benchmark-token', 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		await response.body.json();
	}
	return performance.now() - start;
}

/** What the node sends, as its preview shows it. */
async function requestsOf(service: Service, shape: Shape, items: Items): Promise<PlainRequest[]> {
	const { parameters, evaluated } = shape;
	const preview = { parameters: { ...parameters, sendTo: 'nobody' }, evaluated };
	const outputs = await run(service, new Notifications(), preview, items);
	return outputs.flatMap(({ json }) => (json.request ? [json.request as PlainRequest] : []));
}

async function run({ credential }: Service, node: INodeType, { parameters }: Shape, items: Items) {
	const credentialType = new ChatCommerceApi();
	const options = { maxPerRun: 10_000_000, ...(parameters.options as object) };
	const given = { ...parameters, options };
	const result = await runNode({ node, parameters: given, items, credentialType, credential });
	if (result.error) throw result.error;
	return result.items;
}
