import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { selfSignedCertificate } from './certificate';
import { closeServer } from '../service/httpServer';
import { startProxy } from './proxy';
import { rowRangeOf, Spreadsheet } from './spreadsheet';

/**
 * Google Sheets on loopback: the part of its API that n8n's node uses. It counts calls, since the quota is 60
 * reads and 60 writes a minute for each user. Every spreadsheet that is asked for is there, and new.
 */
export type Sheets = Awaited<ReturnType<typeof startSheets>>;

/** What a user has after signing in. */
const TOKEN = 'token-of-sheets-7d1f';
const PATH = /^\/v4\/spreadsheets\/(?<id>[\w-]+)(?<what>:batchUpdate|\/values\/(?<range>[^/]+))?$/;
const VALUES = z.object({
	values: z.array(z.array(z.union([z.string(), z.number(), z.boolean()]))),
});
const APPEND_ROWS = z.object({
	requests: z.array(z.object({ appendDimension: z.object({ length: z.number() }) })),
});

type Answer = [status: number, body: unknown];

/** Counts calls. */
class Quota {
	allowed = 0;
	refused = 0;
	/** Each call of this number is refused, as if another program had used up the quota. */
	refusesEach = Infinity;

	allows(): boolean {
		const isRefused = (this.allowed + this.refused + 1) % this.refusesEach === 0;
		this[isRefused ? 'refused' : 'allowed'] += 1;
		return !isRefused;
	}

	reset(): void {
		Object.assign(this, { allowed: 0, refused: 0, refusesEach: Infinity });
	}
}

export async function startSheets() {
	const spreadsheets = new Map<string, Spreadsheet>();
	const reads = new Quota();
	const writes = new Quota();

	function answer(request: IncomingMessage, body: unknown): Answer {
		if (request.headers.authorization !== `Bearer ${TOKEN}`) return problem(401, 'UNAUTHENTICATED');
		const url = new URL(request.url ?? '', 'https://sheets.googleapis.com');
		const { id, what = '', range = '' } = PATH.exec(url.pathname)?.groups ?? {};
		if (!id) return problem(404, 'NOT_FOUND');
		const quota = request.method === 'GET' ? reads : writes;
		if (!quota.allows()) return problem(429, 'RESOURCE_EXHAUSTED');

		const spreadsheet = spreadsheets.get(id) ?? new Spreadsheet();
		spreadsheets.set(id, spreadsheet);
		const rows = rowRangeOf(decodeURIComponent(range));
		switch (`${request.method} ${what.split('/')[1] ?? what}`) {
			case 'GET ':
				return [200, { sheets: [{ properties: propertiesOf(spreadsheet) }] }];
			case 'GET values': {
				const values = spreadsheet.values(rows);
				return [200, values.length > 0 ? { range, values } : { range }];
			}
			case 'PUT values': {
				const { values } = VALUES.parse(body);
				const input = url.searchParams.get('valueInputOption') ?? '';
				const isWritten = spreadsheet.write(rows.first, values, input);
				return isWritten ? [200, { updatedRows: values.length }] : problem(400, 'INVALID_ARGUMENT');
			}
			case 'POST :batchUpdate':
				for (const { appendDimension } of APPEND_ROWS.parse(body).requests) {
					spreadsheet.rowCount += appendDimension.length;
				}
				return [200, { replies: [{}] }];
			default:
				return problem(501, 'UNIMPLEMENTED');
		}
	}

	const certificate = selfSignedCertificate('*.googleapis.com');
	const server = createServer(certificate, (request, response) => {
		void text(request).then((given) => {
			const [status, body] = answer(request, given === '' ? undefined : JSON.parse(given));
			response.writeHead(status, { 'content-type': 'application/json' });
			response.end(JSON.stringify(body));
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const isOurs = (host: string) => host.endsWith('.googleapis.com');
	const proxy = await startProxy(isOurs, (server.address() as AddressInfo).port);
	const folder = mkdtempSync(join(tmpdir(), 'chat-commerce-sheets-'));
	const trusted = join(folder, 'certificate.pem');
	writeFileSync(trusted, certificate.cert);
	return {
		/** What n8n's process needs, so that Google's address leads here. */
		env: {
			HTTPS_PROXY: proxy.url,
			https_proxy: proxy.url,
			// A host that is not found must not be the proxy's trouble.
			NO_PROXY: '127.0.0.1,.invalid',
			NODE_EXTRA_CA_CERTS: trusted,
		},
		token: TOKEN,
		spreadsheets,
		reads,
		writes,
		/** Forgets all spreadsheets and calls. */
		reset() {
			spreadsheets.clear();
			for (const quota of [reads, writes]) quota.reset();
		},
		async close() {
			await proxy.close();
			await closeServer(server);
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

function propertiesOf({ title, rowCount }: Spreadsheet): object {
	return { sheetId: 0, title, index: 0, gridProperties: { rowCount, columnCount: 26 } };
}

function problem(code: number, status: string): Answer {
	return [code, { error: { code, message: status, status } }];
}
