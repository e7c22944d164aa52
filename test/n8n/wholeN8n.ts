import type { ExecutionError, IBinaryData, INode, INodeExecutionData } from 'n8n-workflow';
import type { Service } from '../service/service';
import { type ExampleWorkflow, N8nApi } from './api';
import { createCredentials, type Simulated, withCredentials } from './credentials';
import { example } from './exampleFiles';
import { install, NEWEST } from './installation';
import { type N8nOptions, type N8nProcess, startN8n } from './n8nProcess';
import { sendingFromEditor } from './workflows';

export interface ExampleChanges {
	change?: ((node: INode) => INode) | undefined;
	/** What nodes give instead of running, by name. */
	pinData?: Record<string, INodeExecutionData[]>;
}

export interface ExecuteOptions extends ExampleChanges {
	/** Leaves *Send To* as the workflow has it. Otherwise, a node that has the default sends to everyone. */
	keepsSendTo?: boolean;
	/** Runs while the workflow does, for example to answer an email that it waits for. */
	meanwhile?: () => Promise<unknown>;
}

/** What came of a workflow that was executed. */
export interface Executed {
	error: ExecutionError | undefined;
	/** What the node's last run gave at its first output. */
	itemsOf(node: string): INodeExecutionData[];
}

export type WholeN8nOptions = Partial<N8nOptions & Omit<Simulated, 'service'>>;

/** n8n with our nodes, its owner, and a credential for the simulated service. */
export interface WholeN8n extends N8nProcess {
	api: N8nApi;
	credentialId: string;
	/** Puts an example of `examples/`, or a workflow that a test made, into n8n. @returns the ID of the workflow */
	addExample(file: string | ExampleWorkflow, changes?: ExampleChanges): Promise<string>;
	/** The same, and publishes it. */
	publish(file: string | ExampleWorkflow, changes?: ExampleChanges): Promise<string>;
	/** Adds a workflow, and executes it from its first trigger, as the button of the editor does. */
	execute(file: string | ExampleWorkflow, options?: ExecuteOptions): Promise<Executed>;
	/** The same. @throws Error if the execution failed */
	run(file: string | ExampleWorkflow, options?: ExecuteOptions): Promise<Executed>;
	/** The bytes of a file, as the editor downloads it. */
	fileOf(binary: IBinaryData | undefined): Promise<Buffer>;
}

export async function startWholeN8n(
	service: Service,
	options: WholeN8nOptions = {},
): Promise<WholeN8n> {
	const { installation = await install(NEWEST) } = options;
	const n8n = await startN8n({ ...options, installation });
	try {
		const api = new N8nApi(n8n.url);
		await api.setUpOwner();
		const credentials = await createCredentials(api, { ...options, service });

		const addExample: WholeN8n['addExample'] = async (file, changes = {}) => {
			const { change = (node) => node, ...given } = changes;
			const workflow = typeof file === 'string' ? example(file) : file;
			const nodes = workflow.nodes.map((node) => change(withCredentials(node, credentials)));
			return await api.createWorkflow({ ...workflow, ...given, nodes });
		};

		const publish: WholeN8n['publish'] = async (...given) => {
			const workflow = await addExample(...given);
			await api.activate(workflow);
			return workflow;
		};

		const execute: WholeN8n['execute'] = async (file, executeOptions = {}) => {
			const { keepsSendTo = false, meanwhile, ...changes } = executeOptions;
			const { change = (node) => node } = changes;
			const workflow = await addExample(file, {
				...changes,
				change: (node) => (keepsSendTo ? change(node) : sendingFromEditor(change(node))),
			});
			const executionId = await api.run(workflow);
			await meanwhile?.();
			const { error, runData } = (await api.finished(executionId)).data.resultData;
			const itemsOf = (node: string) => runData[node]?.at(-1)?.data?.main?.[0] ?? [];
			return { error, itemsOf };
		};

		const run: WholeN8n['run'] = async (...given) => {
			const executed = await execute(...given);
			// n8n saves the fields of an error, so what comes back is not an instance of Error.
			if (executed.error) throw new Error(executed.error.message);
			return executed;
		};

		const fileOf: WholeN8n['fileOf'] = async (binary) => {
			// n8n 1 keeps files in the execution itself.
			if (!binary?.id) return Buffer.from(binary?.data ?? '', 'base64');
			const id = encodeURIComponent(binary.id);
			return await api.download(`/rest/binary-data?id=${id}&action=download`);
		};

		const credentialId = credentials.chatCommerceApi?.id ?? '';
		return { ...n8n, api, credentialId, addExample, publish, execute, run, fileOf };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
