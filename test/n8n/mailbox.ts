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

/** The link of the button in an email by which a person approves something, or not. */
function urlOf({ html = '' }: Email, answer: Answer): string | undefined {
	const links = [...html.matchAll(/\bhref="([^"]*)"/g)].map(([, link = '']) => link);
	const link = links.find((one) => one.includes(`approved=${answer === 'approve'}`));
	return link?.replaceAll('&amp;', '&');
}
