import { request } from 'undici';
import { until } from './until';

export interface McpClient {
	/** Calls a tool without arguments. @returns what the server responds with */
	call(tool: string): Promise<string>;
}

/** Connects to an MCP server, such as one of n8n's MCP Server Trigger. */
export async function connectToMcp(url: string): Promise<McpClient> {
	let session: string | undefined;
	let id = 0;

	const post = async (method: string, params: object): Promise<string> => {
		id += 1;
		const { statusCode, headers, body } = await request(url, {
			method: 'POST',
			headers: {
				'content-type': 'application/json',
				accept: 'application/json, text/event-stream',
				...(session === undefined ? {} : { 'mcp-session-id': session }),
			},
			body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
		});
		const text = await body.text();
		if (statusCode !== 200) throw new Error(`${method}: ${statusCode} ${text}`);
		session = (headers['mcp-session-id'] as string | undefined) ?? session;
		return text;
	};

	const about = {
		protocolVersion: '2025-03-26',
		capabilities: {},
		clientInfo: { name: 'test', version: '1' },
	};
	// After a workflow was published, n8n takes a moment to listen.
	await until('the MCP server', async () => await post('initialize', about));
	return { call: async (tool) => await post('tools/call', { name: tool, arguments: {} }) };
}
