import type { ServiceOptions } from '../../service/options';
import type { RequestReading } from '../../service/readings';
import { type Service, startService } from '../../service/service';
import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { credentialFor } from '../../support/credential';
import { type Checked, checkService, enter, type Settings } from '../../support/serviceCheck';
import { checks } from '../results';
import { problemsOf } from './problems';

/** A service, and a credential that may not be set for it. */
interface EnteringCell {
	request: RequestReading;
	done?: string;
	/** Words of the first looks. */
	running?: string[];
	errorBody?: ServiceOptions['errorBody'];
	settings?: Settings;
}

const REQUESTS = ([undefined, 'excluded'] as const).flatMap((endDate) =>
	([undefined, 'withTime', 'withoutTime'] as const).flatMap((dates) =>
		([undefined, 'offset', 'name'] as const).map((timeZone): RequestReading => ({
			...(endDate ? { endDate } : {}),
			...(dates ? { dates } : {}),
			...(timeZone ? { timeZone } : {}),
		})),
	),
);

const OTHERWISE: Settings[] = [
	{ endDateIncluded: false },
	{ dateFormat: 'dateTime' },
	{ timeZoneForm: 'offset' },
	{ doneWords: 'CLOSED', endDateIncluded: false, dateFormat: 'dateTime', timeZoneForm: 'offset' },
];

export const enteringCells: EnteringCell[] = REQUESTS.flatMap((request) => [
	...['DONE', 'EXPORTED'].flatMap((done) =>
		[[], ['QUEUED']].flatMap((running) =>
			(['envelope', 'empty'] as const).map((errorBody) => ({ request, done, running, errorBody })),
		),
	),
	...OTHERWISE.map((settings) => ({ request, settings })),
]);

const MAX_ROUNDS = 3;
const MINUTE = 60_500;

/** Runs Check, enters its advice until it has no more, and then uses the credential. */
export async function enterAdvice(cell: EnteringCell) {
	const { request, done = 'DONE', running = [], errorBody = 'envelope' } = cell;
	const readings = { request, statusRecord: { done, running } };
	const service = await startService({ errorBody, readings });
	try {
		let { settings = {} } = cell;
		/** What Check advised, each time that it was run. */
		const rounds: string[][] = [];
		const runs: Checked[] = [];
		const problems: string[] = [];
		while (rounds.length < MAX_ROUNDS) {
			const checked = await checkService(service, { settings });
			runs.push(checked);
			problems.push(...problemsOf(service, settings, checked));
			const changes = checked.all.filter(({ result }) => result === 'change');
			if (changes.length === 0) break;
			rounds.push(changes.map(({ setting, value }) => `${setting}: ${value}`));
			settings = enter(settings, checked.all);
			// Nobody enters it faster; the calls of the minute are over then.
			await new Promise((resolve) => setTimeout(resolve, MINUTE));
		}
		const results = await areRight(service, settings);
		const most = (name: 'queries' | 'bulk') => Math.max(...runs.map(({ calls }) => calls[name]));
		return {
			...{ ...namesOf(cell), rounds, ...results, calls: `${most('queries')}, ${most('bulk')}` },
			seconds: Math.max(...runs.map(({ seconds }) => seconds)),
			problems: [
				...problems,
				...(results.query ? [] : ['Query is not right']),
				...(results.bulkExport ? [] : ['Bulk Export is not right']),
			],
		};
	} finally {
		await service.close();
	}
}

async function areRight(service: Service, settings: Settings) {
	const credential = { ...credentialFor(service), ...settings };
	const options = { maxWait: 300, convertTypes: false };
	const asked = query({ returnAll: true, options: {} });
	const exported = bulkExport({ dateRange: 'last7Days', options });
	const records = await runAnalytics(service, asked, { credential });
	const rows = await runAnalytics(service, exported, { credential });
	return {
		query: !records.error && checks.query({ service, run: records, parameters: asked }),
		bulkExport: !rows.error && checks.rows({ service, run: rows, parameters: exported }),
	};
}

function namesOf({ request, done = 'DONE', running = [], errorBody, settings = {} }: EnteringCell) {
	const { endDate, dates, timeZone } = request;
	const parts = [
		endDate && 'end date excluded',
		dates && `dates ${dates === 'withTime' ? 'with' : 'without'} time`,
		timeZone && `zones as ${timeZone}s`,
		done !== 'DONE' && `done is ${done}`,
		running.length > 0 && `first ${running.join(', ')}`,
		errorBody === 'empty' && 'refuses without words',
	];
	const entered = Object.entries(settings).map(([name, value]) => `${name}: ${value}`);
	return {
		name: parts.filter(Boolean).join(', ') || 'as the nodes expect',
		credential: entered.join(', ') || 'defaults',
	};
}
