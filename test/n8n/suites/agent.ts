import { DateTime } from 'luxon';
import type { INode } from 'n8n-workflow';
import type { ExampleWorkflow } from '../api';
import { agentWithoutReview, REVIEWED_AGENT } from '../exampleFiles';
import { OLDEST } from '../installation';
import { answerEmail } from '../mailbox';
import type { ToolCall } from '../scriptedModel';
import type { ExecuteOptions } from '../wholeN8n';
import { wholeDays } from '../wholeDays';
import type { Shared } from '../world';

/* The example of an AI agent that has both nodes as tools. The model is simulated: a message is the call that it makes. */

const PHONE = '+55 11 98765-0009';

export function agent(shared: Shared): void {
	const { service, n8n, mailbox } = shared;

	// n8n 1.x has no node by which a person reviews the call of a tool.
	const itWithReview = shared.version === OLDEST ? it.skip : it;

	const daysAgo = (days: number) => DateTime.now().minus({ days }).toISODate();

	const notifying = (phone: string): ToolCall => ({
		tool: 'Notify_a_User',
		args: { Phone: phone, Name: 'Ana', Order_ID: 'A-9' },
	});

	/** What the agent answers when its model makes a call. */
	async function ask(
		call: ToolCall,
		workflow: string | ExampleWorkflow,
		options: ExecuteOptions = {},
	): Promise<string> {
		const chatInput = JSON.stringify(call);
		const message = { sessionId: chatInput, action: 'sendMessage', chatInput };
		const pinData = { 'When Chat Message Received': [{ json: message }] };
		const { error, itemsOf } = await n8n.execute(workflow, { ...options, pinData });
		return error?.message ?? (itemsOf('AI Agent')[0]?.json.output as string);
	}

	/** The same, while a person answers the email that asks for a review. */
	async function askWithReview(answer: 'approve' | 'refuse'): Promise<string> {
		const meanwhile = async () => {
			const question = await answerEmail(mailbox, { answer });
			expect(question.html).toContain(PHONE);
			expect(service.ledger.entries).toEqual([]);
		};
		return await ask(notifying(PHONE), REVIEWED_AGENT, { meanwhile });
	}

	itWithReview('notifies when a person approves it', async () => {
		expect(await askWithReview('approve')).toContain('accepted');
		expect(service.ledger.entries).toMatchObject([
			{ phone: '+5511987650009', params: { name: 'Ana', order_id: 'A-9' } },
		]);
	});

	itWithReview('does not notify when a person refuses it', async () => {
		expect(await askWithReview('refuse')).toContain('The tool returned');
		expect(service.ledger.entries).toEqual([]);
	});

	it('runs the query that it chooses, for the days that it chooses', async () => {
		const answer = await ask(
			{
				tool: 'Query_Analytics',
				args: {
					Query_Name: 'usage_by_day_notification_impact',
					Start_Date: daysAgo(5),
					End_Date: daysAgo(3),
				},
			},
			agentWithoutReview(),
		);
		expect(answer.match(/"orders_after":\d/g)).toHaveLength(3);
		expect(service.requests.at(-1)?.body).toMatchObject({
			queryName: 'usage_by_day_notification_impact',
			...wholeDays(daysAgo(5), daysAgo(3)),
		});
	});

	it.each([2.2, 3])(
		'of version %d is not told that somebody was notified whose phone is not valid',
		async (typeVersion) => {
			const change = (node: INode) => (node.name === 'AI Agent' ? { ...node, typeVersion } : node);
			const answer = await ask(notifying('12'), agentWithoutReview(), { change });
			// What a model is told of an error is up to n8n: version 2.2 of the agent tells it nothing.
			if (typeVersion === 3) expect(answer).toContain('Phone is not a valid number: 12');
			expect(answer).not.toContain('accepted');
			expect(service.ledger.entries).toEqual([]);
		},
	);
}
