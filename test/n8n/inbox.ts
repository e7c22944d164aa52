import type { ServerResponse } from 'node:http';
import type { Attachment } from 'postal-mime';
import { closeServer, startServer } from '../service/httpServer';
import { type Delivered, inboxPage } from './inboxPage';

/** A page on loopback that shows what users received: notifications and emails. */
export async function startInbox(delivered: Delivered, port = 0) {
	const { server, url } = await startServer(async ({ url = '/' }, response) => {
		const [, email, attachment] = /^\/emails\/(\d+)\/(\d+)$/.exec(url) ?? [];
		const file = delivered.mailbox.emails[Number(email)]?.attachments[Number(attachment)];
		if (file) return sendFile(response, file);
		response.statusCode = url === '/' ? 200 : 404;
		response.setHeader('content-type', 'text/html; charset=utf-8');
		response.end(inboxPage(delivered));
	}, port);
	return { url, close: async () => await closeServer(server) };
}

function sendFile(response: ServerResponse, { filename, mimeType, content }: Attachment): void {
	const name = encodeURIComponent(filename ?? 'attachment');
	response.setHeader('content-type', mimeType);
	response.setHeader('content-disposition', `attachment; filename*=UTF-8''${name}`);
	response.end(typeof content === 'string' ? content : new Uint8Array(content));
}
