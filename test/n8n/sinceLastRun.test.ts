import type { INode, INodeParameters } from 'n8n-workflow';
import { type Service, startService } from '../service/service';
import { until } from './childProcess';
import { BETWEEN, INSTALL_LIMIT_MS, install, NEWEST } from './installation';
import { type QueuedN8n, startQueuedN8n } from './queue';
import { type SimulatedClock, simulatedClock } from './simulatedClock';
import { PACKAGE } from './userFolder';
import { startWholeN8n, type WholeN8n, withCredential } from './wholeN8n';

/*
 * Date Range > Since Last Run behind a Schedule Trigger at six o'clock, day after day: n8n's clock is moved
 * to just before six, and its own schedule does the rest.
 */

const FIRST_DAY = '2026-03-10';
const SCHEDULE = 'Every Morning';
/** A busy n8n needs some seconds until it sees that the clock has moved, and a schedule that is late is left out. */
const BEFORE_SIX = 'T05:59:54Z';

const SINCE: INodeParameters = { dateRange: 'sinceLastRun', timeZone: 'America/Sao_Paulo' };
const QUERY = {
	resource: 'query',
	operation: 'run',
	queryName: 'messages_by_day',
	returnAll: true,
};
const EXPORT = {
	resource: 'bulkExport',
	operation: 'run',
	queryName: 'usage_by_day_notification_impact',
	firstRunDays: 7,
	output: 'csvFile',
	options: { pollInterval: 1 },
};

let service: Service;
let clock: SimulatedClock;
beforeAll(async () => {
	service = await startService();
	clock = simulatedClock(service, `${FIRST_DAY}T12:00:00Z`);
});
afterAll(async () => {
	clock?.remove();
	await service?.close();
});

/** A workflow that runs a query and then an export, every morning. */
async function morningWorkflow(n8n: WholeN8n) {
	const { api, credentialId } = n8n;
	const schedule: INode = {
		id: 'schedule',
		name: SCHEDULE,
		type: 'n8n-nodes-base.scheduleTrigger',
		typeVersion: 1.2,
		position: [0, 0],
		parameters: {
			rule: { interval: [{ field: 'cronExpression', expression: '0 0 6 * * *' }] },
		},
	};
	const node = (name: string, y: number, parameters: INodeParameters): INode =>
		withCredential(
			{
				id: name,
				name,
				type: `${PACKAGE}.analytics`,
				typeVersion: 1,
				position: [200, y],
				parameters: { ...SINCE, ...parameters },
			},
			credentialId,
		);
	const workflow = await api.createWorkflow({
		name: 'Every morning',
		nodes: [schedule, node('Query', 0, QUERY), node('Export', 200, EXPORT)],
		connections: {
			[SCHEDULE]: {
				main: [
					[
						{ node: 'Query', type: 'main', index: 0 },
						{ node: 'Export', type: 'main', index: 0 },
					],
				],
			},
		},
		settings: { timezone: 'UTC', executionOrder: 'v1' },
	});
	await api.activate(workflow);
	let seen = 0;
	const ended = async () => {
		seen += 1;
		await until(
			'the next execution',
			async () => {
				// Requests that wait while the clock jumps time out.
				const executions = await api.executions(workflow).catch(() => []);
				return executions.length >= seen && executions.every(({ status }) => OVER.includes(status));
			},
			{ child: n8n.child, limitMs: 40_000 },
		);
		const [newest] = await api.executions(workflow);
		return await api.finished(newest!.id);
	};
	const outcome = ({ status, data }: Awaited<ReturnType<typeof ended>>) => {
		const runs = Object.entries(data.resultData.runData).filter(([name]) => name !== SCHEDULE);
		const items = runs.map(([name, [run]]) => [name, run?.data?.main?.[0]?.length ?? 0]);
		const hints = runs.flatMap(([, [run]]) => run?.hints ?? []).map(({ message }) => message);
		return {
			status,
			items: Object.fromEntries(items) as Record<string, number>,
			hints,
			asked: asked(),
		};
	};
	return {
		/** What the schedule does on the morning of a day, UTC. */
		async on(day: string) {
			service.requests.length = 0;
			clock.set(`${day}${BEFORE_SIX}`);
			return outcome(await ended());
		},
		/** A click on the button in the editor. */
		async byHand(time: string) {
			service.requests.length = 0;
			clock.set(time);
			await api.run(workflow, SCHEDULE);
			return outcome(await ended());
		},
		/** The morning of a day, up to the first call; then n8n breaks down, and is started again. */
		async killedOn(day: string, n8n: WholeN8n) {
			service.requests.length = 0;
			service.faults.add('query', { kind: 'stall' });
			clock.set(`${day}${BEFORE_SIX}`);
			await until('the call', () => service.requests.length > 0);
			await restarted(n8n, 'kill');
			seen += 1;
		},
	};
}

/** n8n answers a moment before its schedules run. */
async function restarted(n8n: WholeN8n, how: 'stop' | 'kill'): Promise<void> {
	await n8n.restart(how);
	const { child } = n8n;
	await until('the schedule', () => child.output().includes('Activated workflow'), { child });
}

const OVER = ['success', 'error', 'crashed', 'canceled'];

/** The days that each endpoint was asked for, without their year. */
function asked() {
	const of = (wanted: string) =>
		service.requests
			.filter(({ endpoint }) => endpoint === wanted)
			.map(({ body }) => {
				const { startDate, endDate } = body as Record<string, string>;
				return `${startDate?.slice(5)} to ${endDate?.slice(5)}`;
			});
	return { query: of('query'), export: of('bulkStart') };
}

describe('n8n', () => {
	let n8n: WholeN8n;
	let workflow: Awaited<ReturnType<typeof morningWorkflow>>;

	beforeAll(async () => {
		n8n = await startWholeN8n(service, { installation: install(NEWEST), env: clock.env });
		workflow = await morningWorkflow(n8n);
	}, INSTALL_LIMIT_MS);
	afterAll(async () => await n8n?.stop());
	beforeEach(() => service.reset());

	it('gets on the first morning what First Run says', async () => {
		const { status, asked, items, hints } = await workflow.on('2026-03-11');
		expect(status).toBe('success');
		expect(asked).toEqual({ query: ['02-09 to 03-10'], export: ['03-04 to 03-10'] });
		expect(items).toEqual({ Query: 30, Export: 1 });
		expect(hints).toContain('The data is for 4 to 10 March 2026, America/Sao_Paulo.');
	});

	it('gets nothing by hand on the same day, and makes no call', async () => {
		const { status, asked, items, hints } = await workflow.byHand('2026-03-11T20:00:00Z');
		expect(status).toBe('success');
		expect(asked).toEqual({ query: [], export: [] });
		expect(items).toEqual({ Query: 0, Export: 0 });
		expect(hints[0]).toMatch(/^Nothing is new/);
	});

	it('gets a new day by hand, which does not count for the schedule', async () => {
		const { asked, hints } = await workflow.byHand('2026-03-12T04:00:00Z');
		expect(asked).toEqual({ query: ['03-11 to 03-11'], export: ['03-11 to 03-11'] });
		expect(hints).toContain(
			'A manual or test run does not count: the next production run gets these days again.',
		);
		const morning = await workflow.on('2026-03-12');
		expect(morning.asked).toEqual(asked);
	});

	it('gets the days of a failed morning on the next one', async () => {
		service.faults.add('query', { kind: 'refusal', status: 403 });
		const failed = await workflow.on('2026-03-13');
		expect(failed.status).toBe('error');
		const { status, asked } = await workflow.on('2026-03-14');
		expect(status).toBe('success');
		expect(asked).toEqual({ query: ['03-12 to 03-13'], export: ['03-12 to 03-13'] });
	});

	it('remembers over a restart', async () => {
		await restarted(n8n, 'stop');
		const { asked } = await workflow.on('2026-03-15');
		expect(asked).toEqual({ query: ['03-14 to 03-14'], export: ['03-14 to 03-14'] });
	}, 120_000);

	it('gets the days of a morning in which n8n crashed', async () => {
		await workflow.killedOn('2026-03-16', n8n);
		const { asked } = await workflow.on('2026-03-17');
		expect(asked).toEqual({ query: ['03-15 to 03-16'], export: ['03-15 to 03-16'] });
	}, 120_000);
});

// n8n 2.40.7 gives its workers no static data at all, so there every run in queue mode is a first run.
describe('n8n in queue mode', () => {
	let queue: QueuedN8n;

	beforeAll(async () => {
		clock.set(`${FIRST_DAY}T12:00:00Z`);
		queue = await startQueuedN8n(service, 2, { version: BETWEEN, env: clock.env });
	}, INSTALL_LIMIT_MS);
	afterAll(async () => await queue?.stop(), 60_000);

	it('remembers from worker to worker, also over a failed morning', async () => {
		const workflow = await morningWorkflow(queue.n8n);
		const first = await workflow.on('2026-03-11');
		expect(first.asked).toEqual({ query: ['02-09 to 03-10'], export: ['03-04 to 03-10'] });
		const second = await workflow.on('2026-03-12');
		expect(second.asked).toEqual({ query: ['03-11 to 03-11'], export: ['03-11 to 03-11'] });
		service.faults.add('query', { kind: 'refusal', status: 403 });
		expect((await workflow.on('2026-03-13')).status).toBe('error');
		const last = await workflow.on('2026-03-14');
		expect(last.asked).toEqual({ query: ['03-12 to 03-13'], export: ['03-12 to 03-13'] });
	}, 120_000);
});
