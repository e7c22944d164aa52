import { parse } from 'flatted';
import type { IConnections, INode, INodeExecutionData, IRunExecutionData } from 'n8n-workflow';
import { type Dispatcher, request } from 'undici';
import { until, type UntilOptions } from './until';

export interface ExampleWorkflow {
	name: string;
	nodes: INode[];
	connections: IConnections;
	settings?: Record<string, unknown>;
	pinData?: Record<string, INodeExecutionData[]>;
}

export interface Execution {
	id: string;
	status: string;
	/** How n8n says that it was started, such as `manual` or `webhook`. */
	mode: string;
}

export interface FinishedExecution extends Execution {
	data: IRunExecutionData;
	/** The status. If the execution failed, it is followed by the error, so that a failing test shows it. */
	outcome: string;
}

interface Response {
	statusCode: number;
	headers: Dispatcher.ResponseData['headers'];
	content: Buffer;
}

interface Named {
	id: string;
	name: string;
}

const OWNER = { email: 'owner@example.com', password: 'Chat-Commerce-1' };

function isOver({ status }: Execution): boolean {
	return ['success', 'error', 'crashed', 'canceled'].includes(status);
}

function outcomeOf(status: string, { resultData: { error } }: IRunExecutionData): string {
	if (!error) return status;
	return [status, error.message, error.description, error.stack].filter(Boolean).join('\n');
}

/** The API that n8n's own editor uses. Every method throws if the response is an error. */
export class N8nApi {
	readonly owner = OWNER;
	#cookie = '';

	constructor(private readonly url: string) {}

	/** Creates the owner, unless an earlier run has done so, and logs in. */
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

	/** The ID of a credential or a workflow; undefined if there is none of that name. */
	async idOf(kind: 'credentials' | 'workflows', name: string): Promise<string | undefined> {
		const known = await this.call<Named[]>('GET', `/rest/${kind}`);
		return known.find((one) => one.name === name)?.id;
	}

	/** Creates a credential, or changes the one of that name. @returns its ID */
	async saveCredential(name: string, type: string, data: Record<string, unknown>): Promise<string> {
		const credential = { name, type, data };
		const id = await this.idOf('credentials', name);
		if (id !== undefined) {
			await this.call('PATCH', `/rest/credentials/${id}`, credential);
			return id;
		}
		return (await this.call<Named>('POST', '/rest/credentials', credential)).id;
	}

	/** Presses *Test* of a credential. */
	async testCredential(id: string): Promise<{ status: string; message: string }> {
		const credentials = await this.call('GET', `/rest/credentials/${id}?includeData=true`);
		return await this.call('POST', '/rest/credentials/test', { credentials });
	}

	/** @returns the ID of the workflow */
	async createWorkflow(workflow: ExampleWorkflow): Promise<string> {
		const { id } = await this.call<Named>('POST', '/rest/workflows', {
			active: false,
			settings: {},
			// Without this field, n8n stores null, and the editor fails at the second Execute Step.
			pinData: {},
			...workflow,
		});
		return id;
	}

	async workflow(id: string): Promise<ExampleWorkflow & { versionId: string }> {
		return await this.call('GET', `/rest/workflows/${id}`);
	}

	/** Publishes a workflow. In n8n 1, this is called activating. */
	async activate(workflowId: string): Promise<void> {
		const { versionId } = await this.workflow(workflowId);
		await this.call('POST', `/rest/workflows/${workflowId}/activate`, { versionId });
	}

	async deactivate(workflowId: string): Promise<void> {
		await this.call('POST', `/rest/workflows/${workflowId}/deactivate`, {});
	}

	/** Executes a workflow from its first trigger, as the button of the editor does. @returns the ID of the execution */
	async run(workflowId: string): Promise<string> {
		// n8n 1 expects the workflow itself to be sent along.
		const workflowData = await this.workflow(workflowId);
		const trigger = workflowData.nodes.find(({ type }) => /trigger$|webhook$/i.test(type));
		const path = `/rest/workflows/${workflowId}/run`;
		const { executionId } = await this.call<{ executionId: string }>('POST', path, {
			workflowData,
			triggerToStartFrom: { name: trigger?.name },
		});
		return executionId;
	}

	/** Of a workflow, the newest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const path = `/rest/executions?filter=${filter}&limit=100`;
		return (await this.call<{ results: Execution[] }>('GET', path)).results;
	}

	/** Waits until a workflow has at least so many executions, and all of them have ended. */
	async ended(workflowId: string, count: number, waiting: UntilOptions = {}): Promise<Execution[]> {
		const ended = async () => {
			const executions = await this.executions(workflowId);
			return executions.length >= count && executions.every(isOver) && executions;
		};
		return await until(`the end of ${count} executions`, ended, waiting);
	}

	/** Waits until an execution has ended. */
	async finished(executionId: string): Promise<FinishedExecution> {
		const path = `/rest/executions/${executionId}`;
		// n8n 2.20 responds with status 500 while the execution runs, which `until` takes for "not yet".
		const saved = await until(`the end of execution ${executionId}`, async () => {
			const execution = await this.call<Execution & { data: string }>('GET', path);
			return isOver(execution) && execution;
		});
		const { id, status, mode } = saved;
		const data = parse(saved.data) as IRunExecutionData;
		return { id, status, mode, data, outcome: outcomeOf(status, data) };
	}

	/** Calls a workflow's production webhook. @returns what it responds with */
	async webhook(path: string, body: unknown): Promise<string> {
		// After a workflow was published, n8n takes a moment to listen.
		const response = await until(`the webhook ${path}`, async () => {
			const answer = await this.#request('POST', `/webhook/${path}`, body).catch(
				(error: Error) => error,
			);
			// A call that got no response is not repeated, because it may have started the workflow.
			if (answer instanceof Error) return answer;
			return answer.statusCode !== 404 && answer;
		});
		if (response instanceof Error) throw response;
		const content = response.content.toString();
		if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${content}`);
		return content;
	}

	/** The bytes at an address of n8n. */
	async download(path: string): Promise<Buffer> {
		const { statusCode, content } = await this.#request('GET', path);
		if (statusCode !== 200) throw new Error(`${path}: ${statusCode} ${content.toString()}`);
		return content;
	}

	/** Makes a request as the owner who is logged in. @returns the `data` of the response */
	async call<T>(method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<T> {
		const { statusCode, headers, content } = await this.#request(method, path, body);
		this.#keepCookies(headers['set-cookie']);
		const text = content.toString();
		if (statusCode >= 300) {
			throw new Error(`${method} ${path}: ${statusCode} ${text.slice(0, 500)}`);
		}
		return (JSON.parse(text) as { data: T }).data;
	}

	/** n8n knows by a cookie who is logged in. */
	#keepCookies(setCookie: string | string[] = []): void {
		const cookies = [setCookie].flat().map((cookie) => cookie.split(';')[0]);
		if (cookies.length > 0) this.#cookie = cookies.join('; ');
	}

	async #request(method: Dispatcher.HttpMethod, path: string, given?: unknown): Promise<Response> {
		const { statusCode, headers, body } = await request(`${this.url}${path}`, {
			// A connection for each request: a busy n8n closes those that it takes for idle.
			reset: true,
			method,
			headers: { 'content-type': 'application/json', cookie: this.#cookie },
			body: given === undefined ? null : JSON.stringify(given),
		});
		return { statusCode, headers, content: Buffer.from(await body.arrayBuffer()) };
	}
}
