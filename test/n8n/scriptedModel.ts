import { json } from 'node:stream/consumers';
import { DateTime } from 'luxon';
import { closeServer, startServer } from '../service/httpServer';

export interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
}

interface ChatRequest {
	messages: Array<{ role: string; content: string }>;
	tools?: Array<{ function: OfferedTool }>;
	stream?: boolean;
}

interface OfferedTool {
	name: string;
	parameters?: { properties?: Record<string, unknown> };
}

/** A language model that follows a script: it makes one call, and repeats what that returned. */
export interface ScriptedModel {
	url: string;
	close(): Promise<void>;
}

/** It responds as OpenAI's chat completions do, so that n8n's own chat model node can call it. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const { server, url } = await startServer(async (request, response) => {
		const body = (await json(request)) as ChatRequest;
		const choice = choiceFor(body);
		response.setHeader('content-type', body.stream ? 'text/event-stream' : 'application/json');
		response.end(body.stream ? events(choice) : completion(choice));
	}, 0);
	return { url: `${url}/v1`, close: async () => await closeServer(server) };
}

interface Choice {
	message: object;
	finish_reason: 'stop' | 'tool_calls';
}

function choiceFor({ messages, tools = [] }: ChatRequest): Choice {
	const last = messages.at(-1);
	const message = last?.content ?? '';
	if (last?.role === 'tool') {
		const content = `The tool returned:\n\n${message}`;
		return { message: { role: 'assistant', content }, finish_reason: 'stop' };
	}
	const call = callFor(message);
	const offered = tools.find((tool) => tool.function.name === call.tool)?.function;
	const toolCalls = [toolCallOf(call, offered)];
	return {
		message: { role: 'assistant', content: null, tool_calls: toolCalls },
		finish_reason: 'tool_calls',
	};
}

/** Notifies a phone that the message has, and else queries. Tests write the call itself as the message, in JSON. */
function callFor(message: string): ToolCall {
	if (message.startsWith('{')) return JSON.parse(message) as ToolCall;
	const [phone] = /\+\d[\d ()-]{6,}\d/.exec(message) ?? [];
	if (phone) return { tool: 'Notify_a_User', args: { Phone: phone, Name: 'Ana', Order_ID: 'A-9' } };
	const day = (daysAgo: number) => DateTime.now().minus({ days: daysAgo }).toISODate();
	return {
		tool: 'Query_Analytics',
		args: {
			Query_Name: 'usage_by_day_notification_impact',
			Start_Date: day(7),
			End_Date: day(1),
		},
	};
}

function toolCallOf({ tool, args }: ToolCall, offered: OfferedTool | undefined): object {
	// Where a person reviews the call, n8n expects the arguments of the tool inside an argument of their own.
	const isReviewed = 'toolParameters' in (offered?.parameters?.properties ?? {});
	const given = isReviewed ? { toolParameters: args, hitlParameters: {} } : args;
	const call = { name: tool, arguments: JSON.stringify(given) };
	return { index: 0, id: `call-${tool}`, type: 'function', function: call };
}

const HEAD = { id: 'completion-1', created: 0, model: 'scripted' };

function completion(choice: Choice): string {
	const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
	const choices = [{ index: 0, ...choice }];
	return JSON.stringify({ ...HEAD, object: 'chat.completion', choices, usage });
}

/** The same as a stream, which n8n's chat asks for. The whole message is in one event. */
function events({ message, finish_reason }: Choice): string {
	const choices = [{ index: 0, delta: message, finish_reason }];
	const chunk = JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices });
	return `data: ${chunk}\n\ndata: [DONE]\n\n`;
}
