import type { Email } from 'postal-mime';
import { request } from 'undici';
import { startInbox } from '../n8n/inbox';
import { buttonsOf, textOf } from '../n8n/mailbox';
import type { Received } from '../service/ledger';

const ADDRESS = 'http://127.0.0.1:5678/webhook-waiting/3/approve';

/** As n8n's Send Email writes a question: HTML alone. */
const QUESTION = `<!DOCTYPE html>
<html>
<head><title>My form</title><style>p { color: red }</style></head>
<body>
	<table><tr><td>
		<p style="white-space: pre-line;">3 customers would get this message:

Hello Ana &amp; family, it&#39;s &#x1F381; &lt;today&gt;</p>
	</td></tr><tr><td>
		<a href="${ADDRESS}?approved=false&amp;signature=1" target="_blank" style="color: red">Do not send</a>
		<a href="${ADDRESS}?approved=true&amp;signature=2" target="_blank" style="color: red">Send</a>
	</td></tr><tr><td><a href="https://n8n.io/">Automated with n8n</a></td></tr></table>
</body>
</html>`;

const email = (parts: Partial<Email>): Email => ({
	headers: [],
	headerLines: [],
	attachments: [],
	subject: 'Send the spring campaign?',
	from: { name: '', address: 'campaigns@example.com' },
	to: [{ name: '', address: 'manager@example.com' }],
	...parts,
});

const received = (params: Record<string, unknown>): Received => ({
	phone: '+5511987654321',
	nonce: '',
	type: 'order_tracking',
	params,
	labels: [],
	accountId: 'account-1',
	flowId: 'flow-1',
	time: 0,
});

async function pageWith(entries: Received[], emails: Email[]): Promise<string> {
	const inbox = await startInbox({ ledger: { entries }, mailbox: { emails } });
	try {
		const { body } = await request(inbox.url);
		return await body.text();
	} finally {
		await inbox.close();
	}
}

it('reads the text of an email that is HTML alone, without its approval buttons', () => {
	expect(textOf({ html: QUESTION })).toBe(
		"3 customers would get this message:\n\nHello Ana & family, it's 🎁 <today>\n\nAutomated with n8n",
	);
});

it('takes the text of an email that has one', () => {
	expect(textOf({ text: 'accepted: 3\n', html: '<p>else</p>' })).toBe('accepted: 3');
});

it('finds the approval buttons with the labels that the email gives them', () => {
	expect(buttonsOf({ html: QUESTION })).toEqual([
		{ label: 'Do not send', answer: 'refuse', url: `${ADDRESS}?approved=false&signature=1` },
		{ label: 'Send', answer: 'approve', url: `${ADDRESS}?approved=true&signature=2` },
	]);
	expect(buttonsOf({})).toEqual([]);
});

it('the page shows the text and the buttons of an email, and nothing of it as HTML', async () => {
	const page = await pageWith([], [email({ html: QUESTION })]);
	expect(page).toContain('Hello Ana &#38; family');
	expect(page).toContain('&#60;today&#62;');
	expect(page).toMatch(
		/<a class="button" href="[^"]+approved=true&#38;signature=2"[^>]*>Send<\/a>/,
	);
	expect(page).toMatch(/<a class="button" href="[^"]+approved=false[^"]+"[^>]*>Do not send<\/a>/);
});

it('the page shows what fills the buttons of a message', async () => {
	const buttons = [{ sub_type: 'url', index: 0, parameters: [{ text: '/track/<12>' }] }];
	const page = await pageWith([received({ name: 'Ana', buttons })], []);
	expect(page).toContain('Hello Ana, follow it.');
	expect(page).toContain('<span class="button">/track/&#60;12&#62;</span>');
});

it('the page shows a message whose buttons are of another form, without them', async () => {
	const page = await pageWith([received({ name: 'Ana', buttons: 'none' })], []);
	expect(page).toContain('Hello Ana, follow it.');
	expect(page).not.toContain('<span class="button">');
});
