import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Attachment } from 'postal-mime';
import { type Delivered, inboxPage } from './inboxPage';

/** A page on loopback that shows what users received: notifications and emails. */
export interface Inbox {
	url: string;
	close(): Promise<void>;
}

export async function startInbox(delivered: Delivered, port = 0): Promise<Inbox> {
	const server = createServer(({ url = '/' }, response) => {
		const [, email, attachment] = /^\/emails\/(\d+)\/(\d+)$/.exec(url) ?? [];
		const file = delivered.mailbox.emails[Number(email)]?.attachments[Number(attachment)];
		if (file) return sendFile(response, file);
		response.statusCode = url === '/' ? 200 : 404;
		response.setHeader('content-type', 'text/html; charset=utf-8');
		response.end(inboxPage(delivered));
	}).listen(port, '127.0.0.1');
	await once(server, 'listening');
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}

function sendFile(response: ServerResponse, { filename, mimeType, content }: Attachment): void {
	const name = encodeURIComponent(filename ?? 'attachment');
	response.setHeader('content-type', mimeType);
	response.setHeader('content-disposition', `attachment; filename*=UTF-8''${name}`);
	response.end(typeof content === 'string' ? content : new Uint8Array(content));
}
