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
	description?: string;
	parameters?: { properties?: Record<string, unknown> };
}

/** A language model that follows a script: it calls the tool that the chat names, and repeats what that returned. */
export interface ScriptedModel {
	url: string;
	/** The descriptions of the tools that agents have offered, by name. */
	offered: Map<string, string>;
	close(): Promise<void>;
}

/** It responds as OpenAI's chat completions do, so that n8n's own chat model node can call it. */
export async function startScriptedModel(): Promise<ScriptedModel> {
	const offered = new Map<string, string>();
	const { server, url } = await startServer(async (request, response) => {
		const body = (await json(request)) as ChatRequest;
		for (const tool of body.tools ?? []) {
			offered.set(tool.function.name, tool.function.description ?? '');
		}
		const choice = choiceFor(body);
		response.setHeader('content-type', body.stream ? 'text/event-stream' : 'application/json');
		response.end(body.stream ? events(choice) : completion(choice));
	}, 0);
	return { url: `${url}/v1`, offered, close: async () => await closeServer(server) };
}

interface Choice {
	message: object;
	finish_reason: 'stop' | 'tool_calls';
}

function choiceFor({ messages, tools = [] }: ChatRequest): Choice {
	const last = messages.at(-1);
	const message = last?.content ?? '';
	if (last?.role === 'tool') return saying(`The tool returned:\n\n${message}`);

	const system = messages.find(({ role }) => role === 'system')?.content ?? '';
	const reply = replyTo(message, system);
	if (typeof reply === 'string') return saying(reply);

	const offered = tools.find((tool) => tool.function.name === reply.tool)?.function;
	const toolCalls = [toolCallOf(reply, offered)];
	return {
		message: { role: 'assistant', content: null, tool_calls: toolCalls },
		finish_reason: 'tool_calls',
	};
}

function saying(content: string): Choice {
	return { message: { role: 'assistant', content }, finish_reason: 'stop' };
}

const WHAT_IT_UNDERSTANDS = `I follow a script and understand two kinds of messages:

- How many orders did notifications bring last week?
- Tell Ana (+55 11 98765-0009) that order A-9 has shipped.`;

/** Calls a tool if it understands the message. Tests write the call itself as the message, in JSON. */
function replyTo(message: string, system: string): string | ToolCall {
	if (message.startsWith('{')) return JSON.parse(message) as ToolCall;

	const [phone] = /\+\d[\d ()-]{6,}\d/.exec(message) ?? [];
	if (phone) {
		const [, name = 'Ana'] = /(?:tell|notify) (\p{L}+)/iu.exec(message) ?? [];
		const [, order = 'A-9'] = /order ([\w-]+)/i.exec(message) ?? [];
		return { tool: 'Notify_a_User', args: { Phone: phone, Name: name, Order_ID: order } };
	}
	if (!/order|notification/i.test(message)) return WHAT_IT_UNDERSTANDS;
	// A model does not know the date, so the workflow says it in the system message.
	const [today = ''] = /\d{4}-\d\d-\d\d/.exec(system) ?? [];
	const day = (daysAgo: number) => DateTime.fromISO(today).minus({ days: daysAgo }).toISODate();
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
