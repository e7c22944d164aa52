import '../engine/isolateHome';
// Before anything that may take a timer.
import '../support/quickWaits';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { counted, inWords } from '../../nodes/shared/text';
import type { NodeRun } from '../engine/runNode';
import { TEMPLATES } from '../n8n/credentials';
import { refusedAnswer } from '../service/notificationsEndpoint';
import { type Service, startService } from '../service/service';
import { bulkExport, runAnalytics } from '../support/analyticsNode';
import { bytesOf } from '../support/binaryFile';
import { runNotifications } from '../support/notificationsNode';

/*
 * npm run demo: the main job of both nodes, in a terminal. The nodes run in n8n's own engine, and call the simulated
 * service over HTTP on this computer. Their waits are skipped.
 */

const CALLS_PER_MINUTE = 5;
const DAYS = 60;
const ROWS_PER_DAY = 1_000;
const SHOWN_ROWS = 3;
const credential = { callsPerMinute: CALLS_PER_MINUTE, templates: TEMPLATES };

/** That of the customer in London: the simulated messaging app does not know it. */
const UNKNOWN_PHONE = '+442079460958';
const CUSTOMERS = [
	{ phone: '+55 11 98765-4321', name: 'Ana', order_id: 'A-1001' },
	{ phone: '(11) 98765-0102', name: 'João', order_id: 'A-1002' },
	{ phone: '+44 20 7946 0958', name: 'Oliver', order_id: 'A-1003' },
	{ phone: '011 98765 0103', name: '李小龍', order_id: 'A-1004' },
];

export async function main(): Promise<void> {
	// As with `| head`: nobody reads on.
	process.stdout.on('error', () => process.exit());
	const service = await startService({ rows: (_, days) => days.length * ROWS_PER_DAY });
	service.notifications.answer = ({ users }) =>
		users.some(({ phone }) => phone === UNKNOWN_PHONE)
			? refusedAnswer('The phone is not known to the messaging app')
			: undefined;
	try {
		say(
			"Both nodes run in n8n's engine and call a simulated service on this computer.",
			'No message leaves it.',
			`The nodes keep within ${CALLS_PER_MINUTE} calls a minute, so they wait. Here, all waits are skipped.`,
		);
		const rows = await exportItems(service);
		await exportFile(service);
		await preview(service);
		const notified = await sendTwice(service);
		say(
			'',
			`Done: ${shown(rows)} rows as items and again as a file, in ${service.jobs.size} jobs; ` +
				`${notified} of ${CUSTOMERS.length} customers notified, each of them once.`,
			'Next: `npm run n8n` starts whole n8n in the browser, with both nodes and all examples.',
		);
	} finally {
		await service.close();
	}
}

async function exportItems(service: Service): Promise<number> {
	say('', '1. Bulk Export > Run, with the output Items');
	const options = { outputColumns: 'order_id, items, total_amount, user_name' };
	const { items } = await runExport(service, { output: 'items', options });
	say(`   ${shown(items.length)} items. The first ${SHOWN_ROWS}:`, '');
	const first = items.slice(0, SHOWN_ROWS).map(({ json }) => json);
	showTable(first, Object.keys(first[0] ?? {}));
	return items.length;
}

async function exportFile(service: Service): Promise<void> {
	say('', '2. Bulk Export > Run, with the output CSV File');
	const [item] = (await runExport(service, { output: 'csvFile' })).items;
	const bytes = await bytesOf(item);
	const folder = join(tmpdir(), 'chat-commerce-demo');
	// The file of an earlier run.
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	const path = join(folder, item?.json.fileName as string);
	writeFileSync(path, bytes);
	const megabytes = (bytes.length / 1e6).toFixed(1);
	say(`   ${path}`, `   ${megabytes} MB, ${shown(Number(item?.json.rows))} rows`);
}

async function runExport(service: Service, parameters: INodeParameters): Promise<NodeRun> {
	say(`   The last ${DAYS} days, in jobs of at most 30 days, as the service wants it:`);
	const callsBefore = service.requests.length;
	const from = performance.now();
	const run = await runAnalytics(
		service,
		bulkExport({
			queryName: 'commerce_summary_by_order',
			dateRange: 'lastDays',
			days: DAYS,
			...parameters,
		}),
		{ credential },
	);
	const calls = counted(service.requests.length - callsBefore, 'call');
	say(`   ${calls}, which take ${inWords(performance.now() - from)} if waits are not skipped.`);
	return checked(run);
}

async function preview(service: Service): Promise<void> {
	say('', '3. Send To: Nobody (Preview)');
	await notify(service, 'nobody', 'text');
	say(`   The service's ledger has ${service.ledger.entries.length} messages.`);
}

/** @returns how many customers were notified */
async function sendTwice(service: Service): Promise<number> {
	const { entries } = service.ledger;
	say('', '4. Send To: Everyone');
	await notify(service, 'everyone', 'note');
	say(`   The service's ledger has ${entries.length} messages.`);

	say('', '5. The same send again, as if the workflow had been started twice');
	await notify(service, 'everyone', 'note');
	const phones = new Set(service.ledger.phones);
	if (entries.length > phones.size) throw new Error('Somebody was notified twice');
	say(`   The service's ledger still has ${entries.length} messages: nobody got a second one.`);
	return phones.size;
}

/** Sends to the customers, and shows a field of each result. */
async function notify(service: Service, sendTo: string, field: 'text' | 'note'): Promise<void> {
	const parameters = {
		templateId: 'order_shipped',
		sendTo,
		paramsMode: 'json',
		paramsJson: '={{ ({ name: $json.name, order_id: $json.order_id }) }}',
		options: { defaultCountry: 'BR' },
	};
	const items = CUSTOMERS.map((json) => ({ json }));
	const onError = 'continueRegularOutput';
	const run = await runNotifications(service, parameters, { items, onError, credential });
	const results = run.items.map(({ json }) => json);
	showTable(results, ['phone', 'status', field]);
	say('');
	checked(run);
}

/** Shows the hints of a run. @throws its error */
function checked(run: NodeRun): NodeRun {
	if (run.error) throw run.error;
	for (const { message } of run.hints) say(`   Hint: ${message}`);
	return run;
}

/** Fields of the items, each in a column of its name. */
function showTable(rows: IDataObject[], names: string[]): void {
	const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
	const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name] ?? '')))];
	const widthOf = (column: number) => Math.max(...lines.map((cells) => cells[column]!.length));
	for (const cells of lines) {
		const padded = cells.map((cell, column) => cell.padEnd(widthOf(column)));
		say(`   ${padded.join('  ')}`.trimEnd());
	}
}

function shown(count: number): string {
	return count.toLocaleString('en');
}

function say(...lines: string[]): void {
	for (const line of lines) console.log(line);
}
