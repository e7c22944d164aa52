import type { Attachment, Email } from 'postal-mime';
import type { Ledger, Received } from '../service/ledger';
import { buttonsOf, type Mailbox } from './mailbox';
import type { Sheets } from './sheets';
import type { Spreadsheet } from './spreadsheet';
import { messageOf } from './templates';

export interface Delivered {
	ledger: Ledger;
	mailbox: Mailbox;
	sheets: Sheets;
}

const MAX_ROWS = 20;

const STYLE = `
	:root { color-scheme: light dark; }
	body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
	h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
	table { border-collapse: collapse; width: 100%; }
	th, td { text-align: left; vertical-align: top; padding: .4rem .8rem .4rem 0; border-bottom: 1px solid #8884; }
	.wide { overflow-x: auto; }
	article { overflow-x: auto; border: 1px solid #8884; border-radius: 6px; padding: .4rem 1rem; margin: 1rem 0; }
	code { font-size: .9em; } small { opacity: .7; }`;

/** Newest first; it loads itself again every few seconds. */
export function inboxPage({ ledger, mailbox, sheets }: Delivered): string {
	const notifications = ledger.entries.map(cellsOf).reverse();
	const emails = mailbox.emails.map(emailCard).reverse();
	const spreadsheets = [...sheets.spreadsheets.values()].map(sheetTable);
	return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="3">
<title>Inbox</title>
<style>${STYLE}</style>
<h1>Inbox</h1>
<p>What users received from the workflows. Nothing left this computer.</p>
<h2>Notifications (${notifications.length})</h2>
${notifications.length > 0 ? tableOf(NOTIFICATION, notifications) : NONE_YET}
<h2>Emails (${emails.length})</h2>
${emails.join('') || NONE_YET}
<h2>Google Sheets (${spreadsheets.length})</h2>
${spreadsheets.join('') || NONE_YET}
</html>`;
}

const NONE_YET = '<p><small>None yet.</small></p>';
const NOTIFICATION = ['Time', 'Phone', 'Template', 'Message'];

function tableOf(names: string[], rows: string[][]): string {
	const row = (cells: string[], tag: string) =>
		`<tr>${cells.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')}</tr>`;
	const body = rows.map((cells) => row(cells, 'td')).join('');
	return `<div class="wide"><table><thead>${row(names, 'th')}</thead><tbody>${body}</tbody></table></div>`;
}

function cellsOf(received: Received): string[] {
	const { time, phone, type } = received;
	return [timeOf(time), phone, type, messageOf(received)];
}

/** Its last rows, as they are below each other there. */
function sheetTable({ rows }: Spreadsheet): string {
	const [names = [], ...others] = rows.map((row) => row.map(String));
	const last = others.slice(-MAX_ROWS);
	return `<article><p>${others.length} rows, of which these are the last ${last.length}:</p>${tableOf(names, last)}</article>`;
}

function emailCard(email: Email, at: number): string {
	const { date, from, to, subject, text, attachments } = email;
	const answers = Object.entries(buttonsOf(email)).map(answerLink);
	const names = to?.map(({ address }) => address).join(', ');
	const links = attachments.map((file, index) => attachmentLink(file, `/emails/${at}/${index}`));
	return `<article>
<p><strong>${escaped(subject ?? '')}</strong><br>
<small>${escaped(`${from?.address} to ${names}, ${timeOf(date ?? Date.now())}`)}</small></p>
<p>${escaped(text ?? '')}</p>
<p>${[...links, ...answers].join('<br>')}</p>
</article>`;
}

function answerLink([answer, address]: [string, string]): string {
	return `<a href="${escaped(address)}" target="_blank">${answer === 'approve' ? 'Approve' : 'Refuse'}</a>`;
}

function attachmentLink({ filename, content }: Attachment, address: string): string {
	const bytes = typeof content === 'string' ? content.length : content.byteLength;
	const size = `${Math.ceil(bytes / 1000).toLocaleString('en')} kB`;
	return `<a href="${address}">${escaped(filename ?? 'attachment')}</a> <small>${size}</small>`;
}

function timeOf(time: string | number): string {
	return new Date(time).toTimeString().slice(0, 8);
}

function escaped(text: string): string {
	return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
