import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { request } from 'undici';
import { until } from './childProcess';

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
			const parts: Buffer[] = [];
			stream.on('data', (part: Buffer) => parts.push(part));
			stream.on('end', () => {
				PostalMime.parse(Buffer.concat(parts)).then(
					(email) => {
						emails.push(email);
						done();
					},
					(error: Error) => done(error),
				);
			});
		},
	});
	server.listen(0, '127.0.0.1');
	await once(server.server, 'listening');
	return {
		port: (server.server.address() as AddressInfo).port,
		emails,
		close: async () => await new Promise<void>((resolve) => server.close(resolve)),
	};
}

/** Where an email asks a person to approve, or not: what each of its buttons opens. */
export function buttonsOf({ html }: Email): { approve?: string; refuse?: string } {
	const links = [...(html ?? '').matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
		link.replaceAll('&amp;', '&'),
	);
	const approve = links.find((link) => link.includes('approved=true'));
	const refuse = links.find((link) => link.includes('approved=false'));
	return { ...(approve ? { approve } : {}), ...(refuse ? { refuse } : {}) };
}

// n8n answers none that looks like a program.
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

/** Clicks a button in the next email that has one, behind as many emails as are named. */
export async function answerEmail(
	{ emails }: Mailbox,
	{ answer, behind = 0 }: { answer: 'approve' | 'refuse'; behind?: number },
): Promise<Email> {
	const question = () => emails.slice(behind).find((email) => buttonsOf(email)[answer]);
	await until('an email with a question', () => question() !== undefined);
	const email = question();
	const link = email && buttonsOf(email)[answer];
	if (!link) throw new Error('No email asks anything');
	// n8n has to put the execution away before it can go on.
	await until('n8n to take the answer', async () => {
		const { statusCode, body } = await request(link, { headers: { 'user-agent': BROWSER } });
		await body.dump();
		return statusCode === 200;
	});
	return email;
}
