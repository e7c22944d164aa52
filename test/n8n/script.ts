/** One call of a tool, as the scripted model makes it. */
export interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
}

const WHAT_IT_UNDERSTANDS = `I follow a script and understand two kinds of messages:

- How many orders did notifications bring last week?
- Tell Ana (+55 11 98765-0009) that order A-9 has shipped.`;

/**
 * What the scripted model says: the call of a tool for a message, or what the tool returned.
 * Tests write the call itself, as JSON.
 */
export function replyTo(message: string, { isToolResult = false } = {}): string | ToolCall {
	if (isToolResult) return `The tool returned:\n\n\`\`\`json\n${message}\n\`\`\``;
	if (message.startsWith('{')) return JSON.parse(message) as ToolCall;

	const [phone] = /\+\d[\d ()-]{6,}\d/.exec(message) ?? [];
	if (phone) {
		const [, name = 'Ana'] = /(?:tell|notify) (\p{L}+)/iu.exec(message) ?? [];
		const [, order = 'A-9'] = /order ([\w-]+)/i.exec(message) ?? [];
		return { tool: 'Notify_a_User', args: { Phone: phone, Name: name, Order_ID: order } };
	}
	if (/order|notification|impact/i.test(message)) {
		return { tool: 'Query_Analytics', args: { Query: 'usage_by_day_notification_impact' } };
	}
	return WHAT_IT_UNDERSTANDS;
}
