import type { Email } from 'postal-mime';
import { z } from 'zod';
import { closeServer, startServer } from '../service/httpServer';
import type { Ledger, Received } from '../service/ledger';
import { parseTemplates } from '../../nodes/shared/credential/templates';
import { TEMPLATES } from './credentials';
import type { Mailbox } from './mailbox';

interface Delivered {
	ledger: Pick<Ledger, 'entries'>;
	mailbox: Pick<Mailbox, 'emails'>;
}

const STYLE = `
	:root { color-scheme: light dark; }
	body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
	h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
	table { border-collapse: collapse; width: 100%; }
	th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; }
	article { border: 1px solid #8884; border-radius: 6px; padding: .4rem 1rem; margin: 1rem 0; }
	.text { white-space: pre-line; }
	small { opacity: .7; }
	iframe { border: 0; width: 100%; height: 20rem; background: #fff; }
	.button { display: inline-block; border: 1px solid #8888; border-radius: 6px; padding: .1rem .8rem; margin: .3rem .5rem 0 0; }`;

/** A page on loopback that shows what users received: notifications and emails. */
export async function startInbox(
	delivered: Delivered,
	port = 0,
): Promise<{ url: string; close(): Promise<void> }> {
	const { server, url } = await startServer(async (_, response) => {
		response.setHeader('content-type', 'text/html; charset=utf-8');
		response.end(pageOf(delivered));
	}, port);
	return { url, close: async () => await closeServer(server) };
}

/** Newest first; it loads itself again every few seconds. */
function pageOf({ ledger, mailbox }: Delivered): string {
	const rows = ledger.entries.map(rowOf).reverse().join('');
	const emails = mailbox.emails.map(emailCard).reverse().join('');
	const head = '<tr><th>Time</th><th>Phone</th><th>Template</th><th>Message</th></tr>';
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Inbox</title>
<style>${STYLE}</style>
<h1>Inbox</h1>
<p>What users received from the workflows. Nothing left this computer.</p>
<h2>Notifications (${ledger.entries.length})</h2>
<table><thead>${head}</thead><tbody>${rows}</tbody></table>
<h2>Emails (${mailbox.emails.length})</h2>
${emails}
</html>`;
}

function rowOf(received: Received): string {
	const { time, phone, type, params } = received;
	const buttons = textsOfButtons(params).map((text) => buttonHtml(escaped(text)));
	const message = [escaped(messageOf(received)), buttons.join('')].filter(Boolean).join('<br>');
	const cells = [timeOf(time), escaped(phone), escaped(type), message];
	return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

const buttonsSchema = z
	.array(z.object({ parameters: z.array(z.object({ text: z.string() })) }))
	.catch([]);

/** What fills the buttons of a message, such as the end of a link. Their labels are in the template at WhatsApp. */
function textsOfButtons({ buttons }: Received['params']): string[] {
	return buttonsSchema
		.parse(buttons)
		.flatMap(({ parameters }) => parameters.map(({ text }) => text));
}

function buttonHtml(label: string): string {
	return `<span class="button">${label}</span>`;
}

function messageOf({ type, params }: Received): string {
	const text = parseTemplates(TEMPLATES).get(type)?.text ?? JSON.stringify(params);
	return text.replace(/{{(\w+)}}/g, (_, name: string) => String(params[name]));
}

function emailCard({ date, from, to, subject, text, html, attachments }: Email): string {
	const names = to?.map(({ address }) => address).join(', ');
	const files = attachments.map(({ filename, mimeType, content }) => {
		const bytes = Buffer.from(content as ArrayBuffer);
		const address = `data:${mimeType};base64,${bytes.toString('base64')}`;
		const name = escaped(filename ?? 'attachment');
		const size = `<small>${Math.ceil(bytes.length / 1000)} kB</small>`;
		return `<a href="${address}" download="${name}">${name}</a> ${size}`;
	});
	// The buttons in an email open n8n's pages in tabs of their own.
	const page = escaped(`<base target="_blank">${html}`);
	const content = html
		? `<iframe srcdoc="${page}"></iframe>`
		: `<p class="text">${escaped(text ?? '')}</p>`;
	return `<article>
<p><strong>${escaped(subject ?? '')}</strong><br>
<small>${escaped(`${from?.address} to ${names}, ${timeOf(date ?? Date.now())}`)}</small></p>
${content}
<p>${files.join('<br>')}</p>
</article>`;
}

function timeOf(time: string | number): string {
	return new Date(time).toTimeString().slice(0, 8);
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
