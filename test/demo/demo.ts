import '../engine/isolateHome';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { styleText } from 'node:util';
import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { IBinaryData, IDataObject, INodeParameters, INodeType } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../nodes/Notifications/Notifications.node';
import { type NodeRun, type NodeRunOptions, runNode } from '../engine/runNode';
import { TEMPLATES } from '../n8n/credentials';
import { type Service, startService } from '../service/service';
import { credentialFor } from '../support/credential';
import { withProgress } from './progress';
import { beginTimeLapse, type TimeLapse } from './timeLapse';

/*
 * npm run demo: the main job of both nodes, in a terminal. The nodes run in n8n's own engine, and call the simulated
 * service over HTTP on this computer.
 */

/** As many times faster as the real time. The simulated service counts its calls a minute in the same time. */
const SPEED = 30;
const CALLS_PER_MINUTE = 5;
const BUSY = `${CALLS_PER_MINUTE} calls were made in the last minute`;
const DAYS = 60;
const ROWS_PER_DAY = 1_000;
const SHOWN_ROWS = 3;

/** A phone in São Paulo is known to the simulated messaging app, one in London is not. */
const CUSTOMERS = [
	{ phone: '+55 11 98765-4321', name: 'Ana', order_id: 'A-1001' },
	{ phone: '(11) 98765-0102', name: 'João', order_id: 'A-1002' },
	{ phone: '+44 20 7946 0958', name: 'Oliver', order_id: 'A-1003' },
	{ phone: '011 98765 0103', name: '李小龍', order_id: 'A-1004' },
];

interface Demo {
	service: Service;
	timeLapse: TimeLapse;
}

type Json = IDataObject;

export async function main(): Promise<void> {
	// As with `| head`: nobody reads on.
	process.stdout.on('error', () => process.exit());
	const service = await startService({
		callsPerMinute: CALLS_PER_MINUTE,
		windowMs: 60_000 / SPEED,
		rows: (_, days) => days * ROWS_PER_DAY,
		refusesOneIn: 1,
	});
	const timeLapse = beginTimeLapse(SPEED);
	const demo = { service, timeLapse };
	try {
		say(
			"Both nodes run in n8n's engine and call a simulated service on this computer.",
			'No message leaves it.',
			`The service allows ${CALLS_PER_MINUTE} calls a minute, so the nodes wait. Here, a minute takes ${60 / SPEED} seconds.`,
		);
		const rows = await exportItems(demo);
		await exportFile(demo);
		await preview(demo);
		const notified = await sendTwice(demo);
		say(
			'',
			`Done: ${shown(rows)} rows as items and again as a file, in ${service.jobs.size} jobs; ` +
				`${notified} of ${CUSTOMERS.length} customers notified, each of them once.`,
			'Next: `npm run n8n` starts whole n8n in the browser, with both nodes and all examples.',
		);
	} finally {
		timeLapse.end();
		await service.close();
	}
}

async function exportItems(demo: Demo): Promise<number> {
	heading('1. Bulk Export > Run, with the output Items');
	const options = { outputColumns: 'order_id, items, total_amount, user_name' };
	const { items } = await runExport(demo, { output: 'items', options });
	say(`   ${shown(items.length)} items. The first ${SHOWN_ROWS}:`, '');
	const first = items.slice(0, SHOWN_ROWS).map(({ json }) => json);
	showTable(first, Object.keys(first[0] ?? {}));
	return items.length;
}

async function exportFile(demo: Demo): Promise<void> {
	heading('2. Bulk Export > Run, with the output CSV File');
	const { items } = await runExport(demo, { output: 'csvFile' });
	const { path, megabytes } = await saved(items[0]?.binary?.data);
	say(`   ${path}`, `   ${megabytes} MB, ${shown(Number(items[0]?.json.rows))} rows`);
}

async function runExport(demo: Demo, parameters: INodeParameters): Promise<NodeRun> {
	const { service, timeLapse } = demo;
	say(`   The last ${DAYS} days, in jobs of at most 30 days, as the service wants it:`);
	const callsBefore = service.requests.length;
	const jobsBefore = service.jobs.size;
	const text = () => {
		const jobs = [...service.jobs.values()].slice(jobsBefore);
		const calls = service.requests
			.slice(callsBefore)
			.filter(({ endpoint }) => endpoint !== 'query');
		const done = jobs.filter(({ looks }) => looks > service.options.states.length);
		const files = calls.filter(({ endpoint, status }) => endpoint === 'download' && status === 200);
		if (calls.length === 0 && jobsBefore > 0) return `waiting: ${BUSY}`;
		return [
			`${counted(jobs.length, 'job')} started`,
			`${done.length} done`,
			`${counted(files.length, 'file')} downloaded`,
			counted(calls.length, 'call'),
		].join(', ');
	};
	const time = timeLapse.seconds;
	const done = await withProgress(process.stdout, { text, time }, async () => {
		return await run(service, new Analytics(), {
			resource: 'bulkExport',
			operation: 'run',
			queryName: 'commerce_summary_by_order',
			dateRange: 'lastDays',
			days: DAYS,
			...parameters,
		});
	});
	showHints(done);
	return done;
}

async function saved(file: IBinaryData | undefined): Promise<{ path: string; megabytes: string }> {
	if (!file) throw new Error('The export gave no file');
	const bytes = await Container.get(BinaryDataService).getAsBuffer(file);
	const folder = join(tmpdir(), 'chat-commerce-demo');
	// The file of an earlier run.
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder);
	const path = join(folder, file.fileName ?? 'export.csv');
	writeFileSync(path, bytes);
	return { path, megabytes: (bytes.length / 1e6).toFixed(1) };
}

async function preview({ service }: Demo): Promise<void> {
	heading('3. Send To: Nobody (Preview)');
	const run = await notify(service, 'nobody');
	showTable(jsonOf(run), ['phone', 'status', 'text']);
	say('');
	showHints(run);
	say(`   The service's ledger has ${service.ledger.entries.length} messages.`);
}

/** @returns how many customers were notified */
async function sendTwice({ service }: Demo): Promise<number> {
	const { entries } = service.ledger;
	heading('4. Send To: Everyone');
	await showSent(service);
	const notified = entries.length;
	say(`   The service's ledger has ${notified} messages.`);

	heading('5. The same send again, as if the workflow had been started twice');
	await showSent(service);
	const phones = new Set(entries.map(({ phone }) => phone));
	if (entries.length > phones.size) throw new Error('Somebody was notified twice');
	say(`   The service's ledger still has ${entries.length} messages: nobody got a second one.`);
	return phones.size;
}

async function showSent(service: Service): Promise<void> {
	const run = await notify(service, 'everyone');
	showTable(jsonOf(run), ['phone', 'status', 'note']);
	say('');
	showHints(run);
}

async function notify(service: Service, sendTo: string): Promise<NodeRun> {
	const parameters = {
		templateId: 'order_shipped',
		phone: '={{ $json.phone }}',
		sendTo,
		paramsMode: 'json',
		paramsJson: '={{ ({ name: $json.name, order_id: $json.order_id }) }}',
		options: { defaultCountry: 'BR' },
	};
	return await run(service, new Notifications(), parameters, {
		items: CUSTOMERS.map((json) => ({ json })),
		onError: 'continueRegularOutput',
	});
}

async function run(
	service: Service,
	node: INodeType,
	parameters: INodeParameters,
	options: Partial<NodeRunOptions> = {},
): Promise<NodeRun> {
	const done = await runNode({
		node,
		parameters,
		credentialType: new ChatCommerceApi(),
		credential: {
			...credentialFor(service),
			callsPerMinute: CALLS_PER_MINUTE,
			templates: TEMPLATES,
		},
		...options,
	});
	if (done.error) throw done.error;
	return done;
}

function jsonOf({ items }: NodeRun): Json[] {
	return items.map(({ json }) => json);
}

function heading(text: string): void {
	say('', process.stdout.isTTY ? styleText('bold', text) : text);
}

function showHints({ hints }: NodeRun): void {
	for (const { message } of hints) say(`   Hint: ${message}`);
}

/** Fields of the items, each in a column of its name. */
function showTable(rows: Json[], names: string[]): void {
	const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
	const lines = [names, ...rows.map((row) => names.map((name) => textOf(row[name] ?? '')))];
	const widthOf = (column: number) => Math.max(...lines.map((cells) => cells[column]!.length));
	for (const cells of lines) {
		const padded = cells.map((cell, column) => cell.padEnd(widthOf(column)));
		say(`   ${padded.join('  ')}`.trimEnd());
	}
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function shown(count: number): string {
	return count.toLocaleString('en');
}

function say(...lines: string[]): void {
	for (const line of lines) console.log(line);
}
