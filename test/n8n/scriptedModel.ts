import { json } from 'node:stream/consumers';
import { closeServer, startServer } from '../service/httpServer';
import { replyTo, sentenceOf, type ToolCall } from './script';

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
	const [today] = /\d{4}-\d\d-\d\d/.exec(system) ?? [];
	const reply =
		last?.role === 'tool' ? sentenceOf(last.content) : replyTo(last?.content ?? '', today);
	if (typeof reply === 'string') {
		return { message: { role: 'assistant', content: reply }, finish_reason: 'stop' };
	}
	const tool = tools.find((one) => one.function.name === reply.tool)?.function;
	const message = { role: 'assistant', content: null, tool_calls: [callOf(reply, tool)] };
	return { message, finish_reason: 'tool_calls' };
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
