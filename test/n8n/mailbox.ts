import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

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
