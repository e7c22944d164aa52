import { parse } from 'flatted';
import type { IConnections, INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { request } from 'undici';
import { until } from './childProcess';

export interface ExampleWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
	pinData?: Record<string, INodeExecutionData[]>;
}

export interface SavedExecution {
	id: string;
	status: string;
	data: IRunExecutionData;
}

interface Named {
	id: string;
	name: string;
}

const OWNER = { email: 'owner@example.com', password: 'Chat-Commerce-1' };
/**
 * A connection for each request: n8n is busy for seconds when it loads an agent for the first time, and
 * then closes connections that it takes for idle.
 */
const REQUEST = { reset: true };
const FINISHED = ['success', 'error', 'crashed', 'canceled'];

/** n8n's own API, as its editor uses it. */
export class N8nApi {
	readonly owner = OWNER;
	#cookie = '';

	constructor(private readonly url: string) {}

	/** Sets up the owner, unless an earlier run has done so, and logs in. */
	async setUpOwner(): Promise<void> {
		const owner = { ...OWNER, firstName: 'Olivia', lastName: 'Owner' };
		await this.call('POST', '/rest/owner/setup', owner).catch((error: Error) => {
			if (!error.message.includes('already')) throw error;
		});
		await this.call('POST', '/rest/login', {
			emailOrLdapLoginId: OWNER.email,
			password: OWNER.password,
		});
	}

	/** Changes the one of this name, if there is one. @returns the id of the credential */
	async saveCredential(name: string, type: string, data: Record<string, unknown>): Promise<string> {
		const known = await this.call<Named[]>('GET', '/rest/credentials');
		const id = known.find((one) => one.name === name)?.id;
		const saved = id
			? await this.call<Named>('PATCH', `/rest/credentials/${id}`, { name, type, data })
			: await this.call<Named>('POST', '/rest/credentials', { name, type, data });
		return saved.id;
	}

	/** The workflow of a name, if there is one. */
	async workflowNamed(name: string): Promise<string | undefined> {
		const known = await this.call<Named[]>('GET', '/rest/workflows');
		return known.find((one) => one.name === name)?.id;
	}

	/** @returns the id of the workflow */
	async createWorkflow(workflow: ExampleWorkflow): Promise<string> {
		const { id } = await this.call<{ id: string }>('POST', '/rest/workflows', {
			active: false,
			settings: {},
			// Without it n8n stores null, and the editor fails at the second Execute Step.
			pinData: {},
			...workflow,
		});
		return id;
	}

	/** Makes its triggers listen. n8n 2 publishes a version; n8n 1 sets a flag. */
	async activate(workflowId: string): Promise<void> {
		const { versionId } = await this.call<{ versionId: string }>(
			'GET',
			`/rest/workflows/${workflowId}`,
		);
		await this.call('POST', `/rest/workflows/${workflowId}/activate`, { versionId });
	}

	/** The name of its first trigger. */
	async triggerOf(workflowId: string): Promise<string> {
		const { nodes } = await this.call<ExampleWorkflow>('GET', `/rest/workflows/${workflowId}`);
		return nodes.find(({ type }) => /trigger$|webhook$/i.test(type))?.name ?? '';
	}

	/** Runs it from a trigger, as the button of the editor does. @returns the id of the execution */
	async run(workflowId: string, trigger: string): Promise<string> {
		const workflowData = await this.call<Record<string, unknown>>(
			'GET',
			`/rest/workflows/${workflowId}`,
		);
		const { executionId } = await this.call<{ executionId: string }>(
			'POST',
			`/rest/workflows/${workflowId}/run`,
			// n8n 1 wants the workflow itself, too.
			{ workflowData, triggerToStartFrom: { name: trigger } },
		);
		return executionId;
	}

	async stopExecution(executionId: string): Promise<void> {
		await this.call('POST', `/rest/executions/${executionId}/stop`);
	}

	/** The executions of a workflow, newest first. */
	async executions(workflowId: string): Promise<Array<{ id: string; status: string }>> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: Array<{ id: string; status: string }> }>(
			'GET',
			`/rest/executions?filter=${filter}&limit=100`,
		);
		return results;
	}

	/** Waits for the end of an execution. */
	async finished(executionId: string): Promise<SavedExecution> {
		const get = async () =>
			await this.call<{ id: string; status: string; data: string }>(
				'GET',
				`/rest/executions/${executionId}`,
			);
		await until(
			`the end of execution ${executionId}`,
			// n8n 2.20 answers 500 as long as it runs.
			async () => FINISHED.includes((await get().catch(() => undefined))?.status ?? ''),
		);
		const { id, status, data } = await get();
		return { id, status, data: parse(data) as IRunExecutionData };
	}

	/** Calls a workflow's production webhook, once it listens: that takes a moment after activating. */
	async webhook(path: string, body: unknown): Promise<string> {
		let answer = { statusCode: 404, text: '' };
		await until(`the webhook ${path}`, async () => {
			const response = await request(`${this.url}/webhook/${path}`, {
				...REQUEST,
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			answer = { statusCode: response.statusCode, text: await response.body.text() };
			return answer.statusCode !== 404;
		});
		if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.text}`);
		return answer.text;
	}

	async download(path: string): Promise<Buffer> {
		const { statusCode, body } = await request(`${this.url}${path}`, {
			...REQUEST,
			headers: { cookie: this.#cookie },
		});
		if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${await body.text()}`);
		return Buffer.from(await body.arrayBuffer());
	}

	async call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
		const response = await request(`${this.url}${path}`, {
			...REQUEST,
			method,
			headers: { 'content-type': 'application/json', cookie: this.#cookie },
			body: body === undefined ? null : JSON.stringify(body),
		});
		const cookies = [response.headers['set-cookie'] ?? []].flat();
		if (cookies.length > 0) this.#cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
		const text = await response.body.text();
		if (response.statusCode >= 300) {
			throw new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 500)}`);
		}
		return (JSON.parse(text) as { data: T }).data;
	}
}
