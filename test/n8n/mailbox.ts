import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { request } from 'undici';
import { until } from './childProcess';

/** A mail server on loopback that keeps what it gets. */
export type Mailbox = Awaited<ReturnType<typeof startMailbox>>;

export async function startMailbox() {
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

/** Where an email asks a person to approve, or not: what each of its buttons opens. */
export function buttonsOf({ html }: Email) {
	const links = [...(html ?? '').matchAll(/href="([^"]+approved=(true|false)[^"]*)"/g)];
	const nameOf = (isApproved?: string) => (isApproved === 'true' ? 'approve' : 'refuse');
	const named = links.map(([, link = '', is]) => [nameOf(is), link.replaceAll('&amp;', '&')]);
	return Object.fromEntries(named) as { approve?: string; refuse?: string };
}

// n8n answers none that looks like a program.
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

/** Clicks a button in the next email that has one, behind as many emails as are named. */
export async function answerEmail(
	{ emails }: Mailbox,
	{ answer, behind = 0 }: { answer: 'approve' | 'refuse'; behind?: number },
): Promise<Email> {
	const email = await until('an email with a question', () =>
		emails.slice(behind).find((one) => buttonsOf(one)[answer]),
	);
	const link = buttonsOf(email)[answer]!;
	// n8n has to put the execution away before it can go on.
	await until('n8n to take the answer', async () => {
		const { statusCode, body } = await request(link, { headers: { 'user-agent': BROWSER } });
		await body.dump();
		return statusCode === 200;
	});
	return email;
}
