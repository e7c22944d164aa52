import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One call of a tool, as a test writes it into the chat. */
export interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
}

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ function: { name: string } }>;
}

/** A language model that does as it is told: it calls the tool that the chat names, and repeats the answer. */
export interface ScriptedModel {
	url: string;
	/** Names of the tools that the agent offered. */
	offered: Set<string>;
	close(): Promise<void>;
}

/** Answers as OpenAI's chat completions do, so that n8n's own chat model node can ask it. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const offered = new Set<string>();
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			for (const tool of body.tools ?? []) offered.add(tool.function.name);
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(completion(messageFor(body))));
		});
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
		offered,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

async function bodyOf(request: IncomingMessage): Promise<ChatRequest> {
	let text = '';
	for await (const part of request.setEncoding('utf8')) text += part as string;
	return JSON.parse(text) as ChatRequest;
}

function messageFor({ messages }: ChatRequest) {
	const last = messages.at(-1);
	if (last?.role === 'tool') return { role: 'assistant', content: last.content };
	const { tool, args } = JSON.parse(last?.content ?? '') as ToolCall;
	return {
		role: 'assistant',
		content: null,
		tool_calls: [
			{ id: 'call-1', type: 'function', function: { name: tool, arguments: JSON.stringify(args) } },
		],
	};
}

function completion(message: ReturnType<typeof messageFor>) {
	return {
		id: 'completion-1',
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{ index: 0, message, finish_reason: 'tool_calls' in message ? 'tool_calls' : 'stop' },
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
