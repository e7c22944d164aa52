import { type Editor, openEditor } from '../browser';
import { until } from '../until';
import { exampleFiles } from '../exampleFiles';
import { install, NEWEST } from '../installation';
import { answerEmail } from '../mailbox';
import { sendingFromEditor } from '../workflows';
import { addExamples, startWorld, type World } from '../world';

/*
 * What a newcomer does with `npm run n8n`: opens each example, sets *Send To* to *Everyone* as it says, executes it, and
 * executes it again.
 */

/** The node whose output the note of an example points to. */
const LOOK_AT: Record<string, string> = {
	'01-first-report-and-message.json': 'First Report',
	'02-get-rows-or-a-file.json': 'All Rows',
	'03-email-yesterdays-report.json': 'Send Email',
	'04-only-new-days.json': 'From and Through',
	'05-orders-into-postgresql.json': 'Newest Orders',
	'06-orders-into-google-sheets.json': 'All Rows Are There',
	'07-one-file-per-month.json': 'Bulk Export',
	'08-long-export-in-steps.json': 'Get Result',
	'09-tell-customers-of-shipped-orders.json': 'Notify User',
	'10-notify-a-list.json': 'Notify Users',
	'11-opt-out-list-and-quiet-hours.json': 'Notify Users',
	'12-campaign-with-approval.json': 'Preview',
	'13-at-most-one-message-a-week.json': 'Phones in One Form',
	'14-who-did-not-read-it.json': 'Did Not Read',
	'15-alert-on-few-orders.json': 'Notify the Manager',
	'16-agent-that-asks-first.json': 'AI Agent',
	'17-template-with-a-button.json': 'Notify User',
	'18-send-again-to-those-who-failed.json': 'Notify Users',
};

/** The example that waits for the answer to an email. */
const ASKS_FIRST = '12-campaign-with-approval.json';

let world: World;
let workflows: Map<string, string>;
let editor: Editor;

beforeAll(async () => {
	world = await startWorld({ installation: await install(NEWEST), jobs: { jobDurationMs: 1_000 } });
	editor = await openEditor(world.n8n);
	workflows = await addExamples(world, { change: sendingFromEditor });
});

afterAll(async () => {
	await editor?.close();
	await world?.close();
});

it.each(exampleFiles())('%s runs at one click, and at a second one', async (file) => {
	const workflow = workflows.get(file) ?? '';
	await editor.open(`/workflow/${workflow}`);
	await checkOneClick(file, workflow);
	await checkOneClick(file, workflow);
});

async function checkOneClick(file: string, workflow: string): Promise<void> {
	const { mailbox, n8n } = world;
	const node = LOOK_AT[file] ?? '';
	const emailsBefore = mailbox.emails.length;
	// A workflow that calls itself has executions as a sub-workflow, too, which n8n may not keep.
	const clicks = async () =>
		(await n8n.api.executions(workflow)).filter(({ mode }) => mode === 'manual');
	const clicksBefore = (await clicks()).length;
	await editor.executeWorkflow();
	const execution = await until('an execution by the click', async () => {
		const all = await clicks();
		return all.length > clicksBefore && all[0];
	});
	if (file === ASKS_FIRST) {
		await answerEmail(mailbox, { answer: 'approve', after: emailsBefore });
	}
	const { outcome, data } = await n8n.api.finished(execution.id);
	expect(outcome).toBe('success');
	const items = data.resultData.runData[node]?.at(-1)?.data?.main?.[0] ?? [];
	expect(items).not.toEqual([]);
	await editor.succeeded(node);
}

it('the inbox shows what was delivered, each notification once', async () => {
	const { page } = editor;
	await page.goto(world.inbox.url);
	const notifications = page.locator('table').first();
	const phones = await notifications.locator('tbody td:nth-child(2)').allInnerTexts();
	// Example 11 notifies one customer in Puerto Rico or one in Perth, depending on the time of day.
	expect(phones).toHaveLength(20);
	expect(new Set(phones).size).toBe(phones.length);
	const messages = await notifications.locator('tbody td:nth-child(4)').allInnerTexts();
	expect(messages).toContain('Hello Ana, your order 1042 is on its way.');
});
