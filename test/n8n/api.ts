import { parse } from 'flatted';
import type { IConnections, INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { type Dispatcher, request } from 'undici';
import { until } from './childProcess';

export interface ExampleWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
	pinData?: Record<string, INodeExecutionData[]>;
}

interface Execution {
	id: string;
	status: string;
}

interface Named {
	id: string;
	name: string;
}

const OWNER = { email: 'owner@example.com', password: 'Chat-Commerce-1' };

function isOver({ status }: Execution): boolean {
	return ['success', 'error', 'crashed', 'canceled'].includes(status);
}

/** A status; of an execution that failed, also what n8n saved of the error, for whoever reads a failing test. */
function outcomeOf(status: string, { resultData: { error } }: IRunExecutionData): string {
	if (!error) return status;
	return [status, error.message, error.description, error.stack].filter(Boolean).join('\n');
}

export class N8nApi {
	readonly owner = OWNER;
	#cookie = '';

	constructor(private readonly url: string) {}

	async setUpOwner(): Promise<void> {
		const owner = { ...OWNER, firstName: 'Olivia', lastName: 'Owner' };
		await this.call('POST', '/rest/owner/setup', owner).catch((error: Error) => {
			if (!error.message.includes('already')) throw error;
		});
		const { email: emailOrLdapLoginId, password } = OWNER;
		await this.call('POST', '/rest/login', { emailOrLdapLoginId, password });
	}

	async idOf(kind: 'credentials' | 'workflows', name: string): Promise<string | undefined> {
		const known = await this.call<Named[]>('GET', `/rest/${kind}`);
		return known.find((one) => one.name === name)?.id;
	}

	async saveCredential(name: string, type: string, data: Record<string, unknown>): Promise<string> {
		const id = await this.idOf('credentials', name);
		const saved = id
			? await this.call<Named>('PATCH', `/rest/credentials/${id}`, { name, type, data })
			: await this.call<Named>('POST', '/rest/credentials', { name, type, data });
		return saved.id;
	}

	async testCredential(id: string): Promise<{ status: string; message: string }> {
		const path = '/rest/credentials';
		const credentials = await this.call('GET', `${path}/${id}?includeData=true`);
		return await this.call('POST', `${path}/test`, { credentials });
	}

	async createWorkflow(workflow: ExampleWorkflow): Promise<string> {
		const { id } = await this.call<Named>('POST', '/rest/workflows', {
			active: false,
			settings: {},
			// Without it n8n stores null, and the editor fails at the second Execute Step.
			pinData: {},
			...workflow,
		});
		return id;
	}

	async workflow(id: string): Promise<ExampleWorkflow & { versionId: string }> {
		return await this.call('GET', `/rest/workflows/${id}`);
	}

	async activate(workflowId: string): Promise<void> {
		const { versionId } = await this.workflow(workflowId);
		await this.call('POST', `/rest/workflows/${workflowId}/activate`, { versionId });
	}

	/** Runs it from its first trigger, as the button of the editor does. @returns the id of the execution */
	async run(workflowId: string): Promise<string> {
		const workflowData = await this.workflow(workflowId);
		const trigger = workflowData.nodes.find(({ type }) => /trigger$|webhook$/i.test(type));
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflowId}/run`,
			// n8n 1 wants the workflow itself, too.
			{ workflowData, triggerToStartFrom: { name: trigger?.name } },
		);
		return executionId;
	}

	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=100`;
		return (await this.call<{ results: Execution[] }>('GET', path)).results;
	}

	/** Waits until a workflow has as many executions, and all of them have ended. */
	async ended(
		workflowId: string,
		count: number,
		waiting: Parameters<typeof until>[2] = {},
	): Promise<Execution[]> {
		const what = `the end of ${count} executions`;
		const ended = async () => {
			const executions = await this.executions(workflowId);
			return executions.length >= count && executions.every(isOver) && executions;
		};
		return await until(what, ended, waiting);
	}

	async finished(executionId: string) {
		const path = `/rest/executions/${executionId}`;
		// n8n 2.20 answers 500 as long as it runs.
		const { data, ...execution } = await until(`the end of execution ${executionId}`, async () => {
			const saved = await this.call<Execution & { data: string }>('GET', path);
			return isOver(saved) && saved;
		});
		const run = parse(data) as IRunExecutionData;
		return { ...execution, data: run, outcome: outcomeOf(execution.status, run) };
	}

	/** Calls a workflow's production webhook, once it listens: that takes a moment after activating. */
	async webhook(path: string, body: unknown): Promise<string> {
		const { statusCode, content } = await until(`the webhook ${path}`, async () => {
			// A call without an answer may have run the workflow: it is not made again.
			const failed = ({ message }: Error) => ({ statusCode: 0, content: message });
			const answer = await this.#request('POST', `/webhook/${path}`, body).catch(failed);
			return answer.statusCode !== 404 && answer;
		});
		if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${content.toString()}`);
		return content.toString();
	}

	async download(path: string): Promise<Buffer> {
		const { statusCode, content } = await this.#request('GET', path);
		if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${content.toString()}`);
		return content;
	}

	async call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
		const { statusCode, headers, content } = await this.#request(method, path, body);
		const cookies = [headers['set-cookie'] ?? []].flat();
		if (cookies.length > 0) this.#cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
		const text = content.toString();
		if (statusCode >= 300)
			throw new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 500)}`);
		return (JSON.parse(text) as { data: T }).data;
	}

	async #request(method: Dispatcher.HttpMethod, path: string, given?: unknown) {
		const { statusCode, headers, body } = await request(`${this.url}${path}`, {
			// n8n closes connections that it takes for idle while it is busy itself.
			reset: true,
			method,
			headers: { 'content-type': 'application/json', cookie: this.#cookie },
			body: given === undefined ? null : JSON.stringify(given),
		});
		return { statusCode, headers, content: Buffer.from(await body.arrayBuffer()) };
	}
}
