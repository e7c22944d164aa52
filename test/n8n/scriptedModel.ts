import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { replyTo, type ToolCall } from './script';

export type { ToolCall } from './script';

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ function: OfferedTool }>;
	stream?: boolean;
}

interface OfferedTool {
	name: string;
	description?: string;
	parameters?: { properties?: Record<string, unknown> };
}

/** A language model that follows a script: it calls the tool that the chat names, and repeats the answer. */
export interface ScriptedModel {
	url: string;
	/** The tools that the agent offered: name and description. */
	offered: Map<string, string>;
	close(): Promise<void>;
}

/** Answers as OpenAI's chat completions do, so that n8n's own chat model node can ask it. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const offered = new Map<string, string>();
	const server = createServer((request, response) => {
		void bodyOf(request).then((body) => {
			for (const tool of body.tools ?? []) {
				offered.set(tool.function.name, tool.function.description ?? '');
			}
			const message = messageFor(body);
			if (body.stream) {
				response.setHeader('content-type', 'text/event-stream');
				response.end(eventsOf(message));
			} else {
				response.setHeader('content-type', 'application/json');
				response.end(JSON.stringify(completion(message)));
			}
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

function messageFor({ messages, tools = [] }: ChatRequest) {
	const last = messages.at(-1);
	const system = messages.find(({ role }) => role === 'system')?.content ?? '';
	const [today] = /\d{4}-\d\d-\d\d/.exec(system) ?? [];
	const reply = replyTo(last?.content ?? '', { isToolResult: last?.role === 'tool', today });
	if (typeof reply === 'string') return { role: 'assistant', content: reply };
	const tool = tools.find((one) => one.function.name === reply.tool)?.function;
	return { role: 'assistant', content: null, tool_calls: [callOf(reply, tool)] };
}

function callOf({ tool, args }: ToolCall, offered: OfferedTool | undefined) {
	const id = `call-${tool}`;
	// As n8n asks for it where a person reviews the call.
	const isReviewed = 'toolParameters' in (offered?.parameters?.properties ?? {});
	const given = isReviewed ? { toolParameters: args, hitlParameters: {} } : args;
	return { id, type: 'function', function: { name: tool, arguments: JSON.stringify(given) } };
}

type Message = ReturnType<typeof messageFor>;

const HEAD = { id: 'completion-1', created: 0, model: 'scripted' };

function finishReason(message: Message): string {
	return 'tool_calls' in message ? 'tool_calls' : 'stop';
}

function completion(message: Message) {
	return {
		...HEAD,
		object: 'chat.completion',
		choices: [{ index: 0, message, finish_reason: finishReason(message) }],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** The same as a stream, which n8n's chat asks for: the whole message in one event. */
function eventsOf(message: Message): string {
	const delta =
		'tool_calls' in message
			? { ...message, tool_calls: message.tool_calls?.map((call, index) => ({ index, ...call })) }
			: message;
	const chunk = (choice: object) => ({
		...HEAD,
		object: 'chat.completion.chunk',
		choices: [{ index: 0, ...choice }],
	});
	const events = [
		chunk({ delta, finish_reason: null }),
		chunk({ delta: {}, finish_reason: finishReason(message) }),
	].map((event) => JSON.stringify(event));
	return [...events, '[DONE]'].map((event) => `data: ${event}\n\n`).join('');
}
