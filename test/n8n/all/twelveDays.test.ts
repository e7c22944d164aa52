import type { INode } from 'n8n-workflow';
import { parse } from 'papaparse';
import { type Service, startService } from '../../service/service';
import type { ExampleWorkflow } from '../api';
import { until } from '../childProcess';
import { example } from '../exampleFiles';
import { BETWEEN, install, NEWEST, OLDEST } from '../installation';
import { type QueuedN8n, startQueuedN8n } from '../queue';
import { type SimulatedClock, simulatedClock } from '../simulatedClock';
import { startWholeN8n, type WholeN8n } from '../wholeN8n';
import { node, to } from '../workflows';

/*
 * Example 04 behind its schedule, over twelve days in which most things go wrong that can: each day arrives, and
 * none twice. The clock of n8n and of the service is moved to just before six, and n8n's schedule does the rest.
 */

const SCHEDULE = 'Every Day at Six';
/** A busy n8n needs some seconds until it sees that the clock has moved. */
const BEFORE_SIX = 'T05:59:54Z';
const FIRST_DAY = '2026-02-09';
/** So many that n8n can be killed while it saves them. */
const DAY_OF_MANY = '2026-03-18';
/** Expressions are evaluated where the clock cannot be moved. */
const TODAY = `DateTime.fromISO($('${SCHEDULE}').first().json.timestamp).setZone('utc').startOf('day')`;

const rowsOn = (day: string) => (day === DAY_OF_MANY ? 600 : 2 + (Number(day.slice(-2)) % 3));

let service: Service;
let clock: SimulatedClock;

beforeAll(async () => {
	service = await startService();
	service.options.rowsOn = rowsOn;
});
afterAll(async () => await service?.close());

describe.each([
	[`n8n ${NEWEST}`, NEWEST, 0],
	[`n8n ${NEWEST} in queue mode with two workers`, NEWEST, 2],
	[`n8n ${BETWEEN}`, BETWEEN, 0],
	[`n8n ${OLDEST}`, OLDEST, 0],
])('%s', (_, version, workers) => {
	let n8n: WholeN8n;
	let queue: QueuedN8n | undefined;
	let workflow: string;
	let tables: Tables;
	/** Executions that there were. */
	let seen = 0;

	beforeAll(async () => {
		clock = simulatedClock(service, '2026-03-11T00:00:00Z');
		const env = { ...clock.env, N8N_USER_MANAGEMENT_JWT_DURATION_HOURS: '1000' };
		if (workers > 0) queue = await startQueuedN8n(service, workers, { version, env });
		n8n = queue?.n8n ?? (await startWholeN8n(service, { installation: install(version), env }));
		tables = await tablesOf(n8n);
		const example = nightly();
		workflow = await n8n.addExample(version === OLDEST ? await tables.byHand(example) : example);
		await n8n.api.activate(workflow);
	});
	afterAll(async () => {
		await (queue ?? n8n)?.stop();
		clock?.remove();
	});

	/** At six o'clock. @returns the id of the execution */
	async function begins(day: string): Promise<string> {
		service.faults.clear();
		service.requests.length = 0;
		clock.set(`${day}${BEFORE_SIX}`);
		return await next();
	}

	async function next(): Promise<string> {
		const executions = await until(
			'the next execution',
			async () => {
				const all = await n8n.api.executions(workflow);
				return all.length > seen && all;
			},
			{ child: n8n.child },
		);
		seen = executions.length;
		return executions[0]!.id;
	}

	/** "success" or the words of its error, and what was asked for. */
	async function night(day: string, prepare = () => {}) {
		const begun = begins(day);
		prepare();
		const id = await begun;
		return { id, outcome: await outcome(id), asked: asked() };
	}

	async function outcome(id: string): Promise<string> {
		const { status, data } = await n8n.api.finished(id);
		return data.resultData.error?.message ?? status;
	}

	/** The days that a job was started for, without their year. */
	const asked = () =>
		service.requests
			.filter(({ endpoint }) => endpoint === 'bulkStart')
			.map(({ body }) => {
				const { startDate, endDate } = body as Record<string, string>;
				return `${startDate?.slice(5)} to ${endDate?.slice(5)}`;
			});

	/** Ends what runs an execution, as a crash would, and starts it again. */
	async function crash(execution: string): Promise<void> {
		await (queue ? queue.replaceWorkerOf(execution) : crashed());
		await n8n.api.ended(workflow, seen);
	}

	async function crashed(): Promise<void> {
		await n8n.crash();
		const { child } = n8n;
		await until('the schedule', () => child.output().includes('Activated workflow'), { child });
	}

	/** As in the list of executions. */
	async function retry(id: string, { loadWorkflow }: { loadWorkflow: boolean }) {
		service.faults.clear();
		service.requests.length = 0;
		await n8n.api.call('POST', `/rest/executions/${id}/retry`, { loadWorkflow });
		return { outcome: await outcome(await next()), asked: asked() };
	}

	const refuse = () => void service.faults.add('bulkStart', { kind: 'refusal', status: 403 });
	const gets = (...days: string[]) => ({ outcome: 'success', asked: days });

	it('gets 30 days in the first night, and one in the second', async () => {
		expect(await night('2026-03-11')).toMatchObject(gets('02-09 to 03-10'));
		expect(await night('2026-03-12')).toMatchObject(gets('03-11 to 03-11'));
	});

	it('gets the days of two failed nights by Retry, with the workflow as it was', async () => {
		expect((await night('2026-03-13', refuse)).outcome).toContain('does not allow this');
		const { id } = await night('2026-03-14', refuse);
		expect(await retry(id, { loadWorkflow: false })).toEqual(gets('03-12 to 03-13'));
	});

	it('gets the days of a night in which a process was killed', async () => {
		const id = begins('2026-03-15');
		service.faults.add('download', { kind: 'stallBody', fraction: 0.5 });
		await until('the download', () =>
			service.requests.some(({ endpoint }) => endpoint === 'download'),
		);
		await crash(await id);
		expect(await night('2026-03-16')).toMatchObject(gets('03-14 to 03-15'));
	});

	it('gets days again, if a failed night is tried again behind a good one', async () => {
		const { id } = await night('2026-03-17', refuse);
		expect((await night('2026-03-18')).outcome).toBe('success');
		expect(await retry(id, { loadWorkflow: true })).toEqual(gets('03-16 to 03-16'));
		expect(await tables.days()).toMatchObject([{ export: 'orders', last_day: '2026-03-16' }]);
	});

	it('may have saved a part, if a process is killed while it saves', async () => {
		const { length } = await tables.orders();
		const id = begins('2026-03-19');
		await until('some rows', async () => (await tables.orders()).length > length);
		await crash(await id);
		expect(asked()).toEqual(['03-17 to 03-18']);
	});

	it('gets the days of nights in which n8n was off, though it waits for over 65 s and is killed', async () => {
		await n8n.child.kill();
		clock.set('2026-03-20T12:00:00Z');
		await crashed();
		const id = await begins('2026-03-21');
		await until('the wait', async () => {
			const [newest] = await n8n.api.executions(workflow);
			return newest?.status === 'waiting';
		});
		await crashed();
		clock.set('2026-03-21T06:03:00Z');
		// n8n looks for those who wait once a minute.
		expect(await outcome(id)).toBe('success');
		expect(asked()).toEqual(['03-17 to 03-20']);
	});

	it('has each order of each day, once', async () => {
		expect(await night('2026-03-22')).toMatchObject(gets('03-21 to 03-21'));
		const orders = await tables.orders();
		expect(new Set(orders.map(({ order_id }) => order_id)).size).toBe(orders.length);
		const days = orders.map(({ created_at }) => created_at?.slice(0, 10)).toSorted();
		const expected = daysTo('2026-03-21').flatMap((day) => Array<string>(rowsOn(day)).fill(day));
		expect(days).toEqual(expected);
		expect(await tables.days()).toMatchObject([{ export: 'orders', last_day: '2026-03-21' }]);
	});
});

/** The example, at six of UTC to the second, and with a wait behind the export in one of the nights. */
function nightly(): ExampleWorkflow {
	const { connections, ...workflow } = example('04-only-new-days.json');
	const amount = "={{ $('From and Through').first().json.through === '2026-03-20' ? 100 : 0 }}";
	const wait = node('Wait', 'n8n-nodes-base.wait', { amount, unit: 'seconds' }, 1.1);
	const interval = [{ field: 'cronExpression', expression: '0 0 6 * * *' }];
	const nodes = workflow.nodes.map((one) =>
		one.name === SCHEDULE
			? { ...one, parameters: { rule: { interval } } }
			: (JSON.parse(JSON.stringify(one).replaceAll('$today', TODAY)) as INode),
	);
	return {
		...workflow,
		nodes: [...nodes, wait],
		connections: { ...connections, 'Bulk Export': to('Wait'), Wait: to('Save Orders') },
		settings: { ...workflow.settings, timezone: 'UTC' },
	};
}

/** Both tables of the example. */
type Tables = Awaited<ReturnType<typeof tablesOf>>;

async function tablesOf({ api }: WholeN8n) {
	const { id } = await api.call<{ id: string }>('GET', '/rest/projects/personal');
	const path = `/rest/projects/${id}/data-tables`;
	const idOf = async (table: string) => {
		const { data } = await api.call<{ data: Array<{ id: string; name: string }> }>('GET', path);
		return data.find(({ name }) => name === table)?.id ?? '';
	};
	const rows = async (table: string) => {
		const address = `${path}/${await idOf(table)}/download-csv`;
		const { csvContent } = await api.call<{ csvContent: string }>('GET', address);
		return parse<Record<string, string>>(csvContent.trim(), { header: true }).data;
	};
	return {
		orders: async () => await rows('chat_commerce_orders'),
		days: async () => await rows('chat_commerce_days'),
		/** As the note says for n8n 1: tables that are made by hand, and chosen in the nodes. */
		async byHand({ nodes, connections, ...workflow }: ExampleWorkflow): Promise<ExampleWorkflow> {
			const isCreated = ({ parameters }: INode) => parameters.resource === 'table';
			for (const { parameters } of nodes.filter(isCreated)) {
				const { column: columns } = parameters.columns as { column: object[] };
				await api.call('POST', path, { name: parameters.tableName, columns });
			}
			const chosen = nodes
				.filter((one) => !isCreated(one))
				.map(async (one): Promise<INode> => {
					const { dataTableId } = one.parameters;
					if (!dataTableId) return one;
					const value = await idOf((dataTableId as { value: string }).value);
					const parameters = { ...one.parameters, dataTableId: { __rl: true, mode: 'id', value } };
					return { ...one, typeVersion: 1, parameters };
				});
			return {
				...workflow,
				nodes: await Promise.all(chosen),
				connections: { ...connections, [SCHEDULE]: connections['Create Table of Orders']! },
			};
		},
	};
}

function daysTo(last: string): string[] {
	const days: string[] = [];
	for (let time = Date.parse(FIRST_DAY); time <= Date.parse(last); time += 86_400_000) {
		days.push(new Date(time).toISOString().slice(0, 10));
	}
	return days;
}
