import type { IBinaryData, INode, INodeExecutionData } from 'n8n-workflow';
import type { Service } from '../service/service';
import { type ExampleWorkflow, N8nApi } from './api';
import { createCredentials, type Simulated, withCredentials } from './credentials';
import { example } from './exampleFiles';
import { install, NEWEST } from './installation';
import { type N8nOptions, startN8n } from './n8nProcess';

/** n8n with our nodes, its owner, and a credential for the simulated service. */
export type WholeN8n = Awaited<ReturnType<typeof startWholeN8n>>;

export interface ExampleChanges {
	change?: ((node: INode) => INode) | undefined;
	/** What nodes give instead of running, by name. */
	pinData?: Record<string, INodeExecutionData[]>;
}

export type WholeN8nOptions = Partial<N8nOptions & Omit<Simulated, 'service'>> & {
	say?: (line: string) => void;
};

export async function startWholeN8n(service: Service, options: WholeN8nOptions = {}) {
	const { say = () => {}, installation = install(NEWEST, say) } = options;
	say(`Starting n8n ${installation.version} …`);
	const n8n = await startN8n({ ...options, installation });
	try {
		const api = new N8nApi(n8n.url);
		await api.setUpOwner();
		const credentials = await createCredentials(api, { ...options, service });

		/** Puts an example of `examples/` into it, or what a test made. @returns id of the workflow */
		async function addExample(
			file: string | ExampleWorkflow,
			{ change = (node) => node, ...given }: ExampleChanges = {},
		): Promise<string> {
			const workflow = typeof file === 'string' ? example(file) : file;
			const nodes = workflow.nodes.map((node) => change(withCredentials(node, credentials)));
			return await api.createWorkflow({ ...workflow, ...given, nodes });
		}

		/** The same, run from its first trigger as by the button of the editor. */
		async function execute(
			file: string | ExampleWorkflow,
			{ meanwhile, ...changes }: ExampleChanges & { meanwhile?: () => Promise<unknown> } = {},
		) {
			const id = await api.run(await addExample(file, changes));
			await meanwhile?.();
			const { error, runData } = (await api.finished(id)).data.resultData;
			const runOf = (node: string) => runData[node]?.at(-1);
			const itemsOf = (node: string) => runOf(node)?.data?.main?.[0] ?? [];
			return { error, runOf, itemsOf };
		}

		async function run(...given: Parameters<typeof execute>) {
			const execution = await execute(...given);
			// What n8n has saved is not an Error.
			if (execution.error) throw new Error(execution.error.message);
			return execution;
		}

		/** The bytes of a file as the editor downloads it. n8n 1 keeps them in the execution. */
		async function fileOf(binary: IBinaryData | undefined): Promise<Buffer> {
			if (!binary?.id) return Buffer.from(binary?.data ?? '', 'base64');
			const id = encodeURIComponent(binary.id);
			return await api.download(`/rest/binary-data?id=${id}&action=download`);
		}

		const credentialId = credentials.chatCommerceApi?.id ?? '';
		return { ...n8n, api, credentialId, addExample, execute, run, fileOf };
	} catch (error) {
		await n8n.stop();
		throw error;
	}
}
