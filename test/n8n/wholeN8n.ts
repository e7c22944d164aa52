import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
	ExecutionError,
	IBinaryData,
	INode,
	INodeExecutionData,
	ITaskData,
} from 'n8n-workflow';
import type { Service } from '../service/service';
import { type ExampleWorkflow, N8nApi } from './api';
import { createCredentials, type Simulated, withCredentials } from './credentials';
import { install, NEWEST } from './installation';
import { type N8nOptions, type N8nProcess, startN8n } from './n8nProcess';

export { credentialOf } from './credentials';

/** n8n with our nodes, its owner, and a credential for the simulated service. */
export interface WholeN8n extends N8nProcess {
	api: N8nApi;
	/** Id of the credential "Simulated Service". */
	credentialId: string;
	/** Puts an example of `examples/` into it, or what a test made, with credentials. @returns id of the workflow */
	addExample(file: string | ExampleWorkflow, changes?: ExampleChanges): Promise<string>;
	/** The same, run from its first trigger as by the button of the editor. */
	execute(
		file: string | ExampleWorkflow,
		changes?: ExampleChanges & { meanwhile?: () => Promise<unknown> },
	): Promise<Execution>;
	/** The same, where it must succeed. */
	run: WholeN8n['execute'];
	/** The bytes of a file as the editor downloads it. n8n 1 keeps them in the execution. */
	fileOf(binary: IBinaryData | undefined): Promise<Buffer>;
}

/** What became of it. */
export interface Execution {
	workflow: string;
	status: string;
	error: ExecutionError | undefined;
	runOf(node: string): ITaskData | undefined;
	/** Items of the last run of a node. */
	itemsOf(node: string, output?: number): INodeExecutionData[];
}

export interface ExampleChanges {
	/** Of one node. */
	change?: ((node: INode) => INode) | undefined;
	/** What nodes give instead of running, by name. */
	pinData?: Record<string, INodeExecutionData[]>;
}

export type WholeN8nOptions = Partial<N8nOptions & Omit<Simulated, 'service'>> & {
	say?: (line: string) => void;
};

export async function startWholeN8n(
	service: Service,
	options: WholeN8nOptions = {},
): Promise<WholeN8n> {
	const { callsPerMinute = 600, say = () => {}, ...given } = options;
	const { mailbox, model, postgres, sheets } = given;
	const installation = given.installation ?? install(NEWEST, say);
	say(`Starting n8n ${installation.version} …`);
	const n8n = await startN8n({ ...given, installation, env: { ...sheets?.env, ...given.env } });
	try {
		const api = new N8nApi(n8n.url);
		await api.setUpOwner();
		const credentials = await createCredentials(api, {
			service,
			callsPerMinute,
			mailbox,
			model,
			postgres,
			sheets,
		});
		const addExample: WholeN8n['addExample'] = async (file, { change, ...given } = {}) => {
			const workflow = typeof file === 'string' ? example(file) : file;
			const nodes = workflow.nodes.map((node) => withCredentials(node, credentials));
			return await api.createWorkflow({
				...workflow,
				...given,
				nodes: change ? nodes.map(change) : nodes,
			});
		};
		const execute: WholeN8n['execute'] = async (file, { meanwhile, ...changes } = {}) => {
			const workflow = await addExample(file, changes);
			const id = await api.run(workflow, await api.triggerOf(workflow));
			await meanwhile?.();
			const { status, data } = await api.finished(id);
			const { error, runData } = data.resultData;
			const runOf = (node: string) => runData[node]?.at(-1);
			const itemsOf = (node: string, output = 0) => runOf(node)?.data?.main?.[output] ?? [];
			return { workflow, status, error, runOf, itemsOf };
		};
		const run: WholeN8n['run'] = async (file, changes) => {
			const execution = await execute(file, changes);
			// What n8n has saved is not an Error.
			if (execution.error) throw new Error(execution.error.message);
			return execution;
		};
		const fileOf: WholeN8n['fileOf'] = async (binary) => {
			if (!binary?.id) return Buffer.from(binary?.data ?? '', 'base64');
			const id = encodeURIComponent(binary.id);
			return await api.download(`/rest/binary-data?id=${id}&action=download`);
		};
		const credentialId = credentials.chatCommerceApi?.id ?? '';
		// Not a copy: its process changes with a restart.
		return Object.assign(n8n, { api, credentialId, addExample, execute, run, fileOf });
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}

const EXAMPLES = join(process.cwd(), 'examples');

/** File names of all examples. */
export function exampleFiles(): string[] {
	return readdirSync(EXAMPLES)
		.filter((file) => file.endsWith('.json'))
		.sort();
}

export function example(file: string): ExampleWorkflow {
	return JSON.parse(readFileSync(join(EXAMPLES, file), 'utf8')) as ExampleWorkflow;
}

/** A node of this package with a credential, for workflows that are no example. */
export function withCredential(node: INode, id: string): INode {
	return withCredentials(node, { chatCommerceApi: { id, name: 'Simulated Service' } });
}
