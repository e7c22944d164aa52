import '../engine/isolateHome';
import { resolve } from 'node:path';
import type { ICredentialType, INode, INodeExecutionData, INodeType } from 'n8n-workflow';
import { PassThrough } from '../engine/PassThrough';
import { startWorkflow } from '../engine/runWorkflow';
import { example } from '../n8n/exampleFiles';
import { startService, type Service } from '../service/service';
import { credentialFor } from '../support/credential';
import { manifest } from '../support/manifest';

/*
 * The main job for a newcomer: the example workflows, with the built nodes, in n8n's own engine,
 * against the simulated service. Ends by itself.
 */

const PACKAGE = manifest();
const credentials = { chatCommerceApi: { id: '1', name: 'Simulated service' } };
/** Characters of an item that are shown. */
const WIDTH = 150;

/** The examples that need nothing but the nodes of this package. */
const EXAMPLES = [
	'02-get-rows-or-a-file.json',
	'09-tell-customers-of-shipped-orders.json',
	'10-notify-a-list.json',
];

/** What stands in for n8n's own nodes, which are not part of its engine. */
const INPUT: Record<string, INodeExecutionData[]> = {
	Rows: [
		{ json: { phone: '(11) 98765-4321', name: 'Ana', order_id: 1042, notes: 'VIP' } },
		{ json: { phone: '+55 21 99876-5432', name: 'João', order_id: 1043, notes: '' } },
		{ json: { phone: '12', name: 'Nobody', order_id: 1044, notes: 'no phone' } },
		{ json: { phone: '11 98765 4321', name: 'Ana', order_id: 1042, notes: 'twice' } },
	],
};

export async function main(): Promise<void> {
	const service = await startService();
	console.log(`Simulated service on ${service.baseUrl}`);
	try {
		for (const file of EXAMPLES) await runExample(file, service);
		console.log(
			'\nNext, in your own n8n: Settings > Community nodes > Install > n8n-nodes-chat-commerce',
		);
	} finally {
		await service.close();
	}
}

async function runExample(file: string, service: Service): Promise<void> {
	const workflow = example(file);
	console.log(`\n--- ${workflow.name} (examples/${file})`);
	const notified = service.ledger.entries.length;

	const execution = await startWorkflow({
		...workflow,
		// Examples name no credential; who imports them chooses one, as is done here.
		nodes: workflow.nodes.map((node) => (isOurs(node) ? { ...node, credentials } : node)),
		nodeTypes: nodeTypesOf(workflow.nodes),
		pinData: { ...INPUT, ...workflow.pinData },
		credentialTypes: { chatCommerceApi: built(PACKAGE.n8n.credentials[0]!) as ICredentialType },
		credentials: { chatCommerceApi: credentialFor(service) },
	});
	const { error, runData } = (await execution.result).data.resultData;
	if (error) throw error;

	for (const { name } of workflow.nodes.filter(isOurs)) {
		const [done] = runData[name] ?? [];
		const [items, errorItems] = done?.data?.main ?? [];
		showItems(name, items);
		showItems(`${name}, error branch`, errorItems);
		for (const { message } of done?.hints ?? []) console.log(`Hint: ${message}`);
	}
	const received = service.ledger.entries.slice(notified);
	if (received.length === 0) return;
	console.log('What users really received, by the ledger of the service:');
	showLines(received.map(({ phone, type, params }) => ({ phone, type, params })));
}

function isOurs(node: INode): boolean {
	return node.type.startsWith(`${PACKAGE.name}.`);
}

/** Ours as built. n8n's own pass on what they get, or what is pinned to them. */
function nodeTypesOf(nodes: INode[]): Record<string, INodeType> {
	const types = nodes.map(({ type }): [string, INodeType] => [type, new PassThrough(type)]);
	for (const path of PACKAGE.n8n.nodes) {
		const node = built(path) as INodeType;
		types.push([`${PACKAGE.name}.${node.description.name}`, node]);
	}
	return Object.fromEntries(types);
}

/** Built, not from the sources: the demo shows what is published. */
function built(path: string): unknown {
	// eslint-disable-next-line @typescript-eslint/no-require-imports -- the path is known only here
	const classes = require(resolve(path)) as Record<string, new () => unknown>;
	const [Class] = Object.values(classes);
	return new Class!();
}

function showItems(node: string, items: INodeExecutionData[] | null = []): void {
	if (!items?.length) return;
	console.log(`${node}: ${items.length} × item`);
	showLines(items.slice(0, 3).map(({ json }) => json));
	for (const { binary = {} } of items) {
		for (const { fileName, fileSize } of Object.values(binary)) {
			console.log(`File: ${fileName}, ${fileSize}`);
		}
	}
}

function showLines(records: object[]): void {
	for (const record of records) console.log(`  ${JSON.stringify(record).slice(0, WIDTH)}`);
}
