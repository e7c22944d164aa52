import { DateTime } from 'luxon';
import { z } from 'zod';

/** One call of a tool, as the scripted model makes it. */
export interface ToolCall {
	tool: string;
	args: Record<string, unknown>;
}

const WHAT_IT_UNDERSTANDS = `I follow a script and understand two kinds of messages:

- How many orders did notifications bring last week?
- Tell Ana (+55 11 98765-0009) that order A-9 has shipped.`;

/**
 * What the scripted model says: a call of a tool. Tests write the call itself, as JSON.
 * @param today as the workflow tells the model, which knows no date of its own
 */
export function replyTo(message: string, today = ''): string | ToolCall {
	if (message.startsWith('{')) return JSON.parse(message) as ToolCall;

	const [phone] = /\+\d[\d ()-]{6,}\d/.exec(message) ?? [];
	if (phone) {
		const [, name = 'Ana'] = /(?:tell|notify) (\p{L}+)/iu.exec(message) ?? [];
		const [, order = 'A-9'] = /order ([\w-]+)/i.exec(message) ?? [];
		return { tool: 'Notify_a_User', args: { Phone: phone, Name: name, Order_ID: order } };
	}
	if (/order|notification|impact/i.test(message)) {
		const Query_Name = 'usage_by_day_notification_impact';
		return { tool: 'Query_Analytics', args: { Query_Name, ...lastSevenDays(today) } };
	}
	return WHAT_IT_UNDERSTANDS;
}

function lastSevenDays(today: string) {
	const day = (daysAgo: number) => DateTime.fromISO(today).minus({ days: daysAgo }).toISODate();
	return { Start_Date: day(7), End_Date: day(1) };
}

const IMPACT = z.array(z.object({ day: z.string(), orders_after: z.number() })).min(1);

/** What a tool returned, in a sentence where that is known. */
export function sentenceOf(result: string): string {
	const impact = IMPACT.safeParse(parsed(result));
	if (!impact.success) return `The tool returned:\n\n\`\`\`json\n${result}\n\`\`\``;
	const days = impact.data.toSorted((one, other) => one.orders_after - other.orders_after);
	const orders = days.reduce((sum, { orders_after }) => sum + orders_after, 0);
	const lowest = `${days[0]?.day} was the lowest with ${days[0]?.orders_after}`;
	return `Notifications brought ${orders} orders in ${days.length} days; ${lowest}.`;
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
