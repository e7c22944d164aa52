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
export type ScriptedModel = Awaited<ReturnType<typeof startScriptedModel>>;

/** Answers as OpenAI's chat completions do, so that n8n's own chat model node can ask it. */
export async function startScriptedModel() {
	/** The tools that the agent offered: name and description. */
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

type Choice = ReturnType<typeof choiceFor>;

function choiceFor({ messages, tools = [] }: ChatRequest) {
	const last = messages.at(-1);
	const system = messages.find(({ role }) => role === 'system')?.content ?? '';
	const message = last?.content ?? '';
	const reply =
		last?.role === 'tool' ? `The tool returned:\n\n${message}` : replyTo(message, system);
	if (typeof reply === 'string') {
		return { message: { role: 'assistant', content: reply }, finish_reason: 'stop' };
	}
	const tool = tools.find((one) => one.function.name === reply.tool)?.function;
	const toolCalls = [callOf(reply, tool)];
	const called = { role: 'assistant', content: null, tool_calls: toolCalls };
	return { message: called, finish_reason: 'tool_calls' };
}

const WHAT_IT_UNDERSTANDS = `I follow a script and understand two kinds of messages:

- How many orders did notifications bring last week?
- Tell Ana (+55 11 98765-0009) that order A-9 has shipped.`;

/** A call of a tool, where the message is understood. Tests write the call itself, as JSON. */
function replyTo(message: string, system: string): string | ToolCall {
	if (message.startsWith('{')) return JSON.parse(message) as ToolCall;

	const [phone] = /\+\d[\d ()-]{6,}\d/.exec(message) ?? [];
	if (phone) {
		const [, name = 'Ana'] = /(?:tell|notify) (\p{L}+)/iu.exec(message) ?? [];
		const [, order = 'A-9'] = /order ([\w-]+)/i.exec(message) ?? [];
		return { tool: 'Notify_a_User', args: { Phone: phone, Name: name, Order_ID: order } };
	}
	if (!/order|notification/i.test(message)) return WHAT_IT_UNDERSTANDS;
	// The workflow tells the model the date, as it knows none of its own.
	const [today = ''] = /\d{4}-\d\d-\d\d/.exec(system) ?? [];
	const day = (daysAgo: number) => DateTime.fromISO(today).minus({ days: daysAgo }).toISODate();
	const Query_Name = 'usage_by_day_notification_impact';
	return { tool: 'Query_Analytics', args: { Query_Name, Start_Date: day(7), End_Date: day(1) } };
}

function callOf({ tool, args }: ToolCall, offered: OfferedTool | undefined) {
	// As n8n asks for it where a person reviews the call.
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

/** The same as a stream, which n8n's chat asks for: the whole message in one event. */
function events({ message, finish_reason }: Choice): string {
	const choices = [{ index: 0, delta: message, finish_reason }];
	const chunk = JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices });
	return `data: ${chunk}\n\ndata: [DONE]\n\n`;
}
