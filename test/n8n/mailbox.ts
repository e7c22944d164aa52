import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { request } from 'undici';
import { until } from './until';

/** A mail server on loopback that keeps what it gets. */
export interface Mailbox {
	port: number;
	emails: Email[];
	close(): Promise<void>;
}

export async function startMailbox(): Promise<Mailbox> {
	const emails: Email[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onData(stream, _session, done) {
			buffer(stream)
				.then(async (email) => emails.push(await PostalMime.parse(email)))
				.then(() => done(), done);
		},
	});
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	const { port } = server.server.address() as AddressInfo;
	const close = async () => await new Promise<void>((resolve) => server.close(resolve));
	return { port, emails, close };
}

type Answer = 'approve' | 'refuse';

interface ApprovalButton {
	/** As the email shows it, such as "Send". */
	label: string;
	url: string;
	answer: Answer;
}

const LINK = /<a\b[^>]*\bhref="([^"]*)"[^>]*>([^]*?)<\/a>/g;

/** The buttons by which an email asks a person to approve something, or not. */
export function buttonsOf({ html = '' }: Pick<Email, 'html'>): ApprovalButton[] {
	return [...html.matchAll(LINK)].flatMap(([, href = '', label = '']) => {
		const url = decoded(href);
		const [, isApproved] = /[?&]approved=(true|false)/.exec(url) ?? [];
		if (isApproved === undefined) return [];
		return [
			{ label: textOfHtml(label), url, answer: isApproved === 'true' ? 'approve' : 'refuse' },
		];
	});
}

/** What an email says, without its approval buttons. Some emails are HTML alone. */
export function textOf({ text, html = '' }: Pick<Email, 'text' | 'html'>): string {
	if (text) return text.trim();
	const withoutButtons = html.replace(LINK, (link: string, href: string) =>
		/[?&;]approved=/.test(href) ? '' : link,
	);
	return textOfHtml(withoutButtons);
}

const UNSEEN = /<!--[^]*?-->|<(head|style|script)\b[^]*?<\/\1>/gi;
/** What ends a line where a browser shows it. */
const LINE_ENDS = /<(br|\/p|\/div|\/li|\/tr|\/h\d)\b[^>]*>/gi;

function textOfHtml(html: string): string {
	const text = html
		.replace(UNSEEN, '')
		.replace(LINE_ENDS, '\n')
		.replace(/<[^>]*>/g, '');
	const lines = decoded(text)
		.split('\n')
		.map((line) => line.trim());
	return lines
		.join('\n')
		.replace(/\n{3,}/g, '\n\n')
		.trim();
}

const ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
	nbsp: ' ',
};

function decoded(html: string): string {
	return html.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (entity, hex, decimal, name) => {
		if (hex !== undefined) return String.fromCodePoint(Number.parseInt(String(hex), 16));
		if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
		return ENTITIES[String(name)] ?? String(entity);
	});
}

// n8n answers none that looks like a program.
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

/** Clicks a button in the next email that has one, after as many emails as are named. */
export async function answerEmail(
	{ emails }: Mailbox,
	{ answer, after = 0 }: { answer: Answer; after?: number },
): Promise<Email> {
	const email = await until('an email with a question', () =>
		emails.slice(after).find((one) => urlOf(one, answer)),
	);
	const link = urlOf(email, answer)!;
	// n8n has to put the execution away before it can go on.
	await until('n8n to take the answer', async () => {
		const { statusCode, body } = await request(link, { headers: { 'user-agent': BROWSER } });
		await body.dump();
		return statusCode === 200;
	});
	return email;
}

function urlOf(email: Email, answer: Answer): string | undefined {
	return buttonsOf(email).find((button) => button.answer === answer)?.url;
}
