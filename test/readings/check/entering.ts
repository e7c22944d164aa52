import type { INodeParameters } from 'n8n-workflow';
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

const REQUESTS = [{}, { endDate: 'excluded' } as const].flatMap((endDate) =>
	[{}, { dates: 'withTime' } as const, { dates: 'withoutTime' } as const].flatMap((dates) =>
		[{}, { timeZone: 'offset' } as const, { timeZone: 'name' } as const].map(
			(timeZone): RequestReading => ({ ...endDate, ...dates, ...timeZone }),
		),
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
		if (!results.query) problems.push('Query is not right');
		if (!results.bulkExport) problems.push('Bulk Export is not right');
		const most = (name: 'queries' | 'bulk') => Math.max(...runs.map(({ calls }) => calls[name]));
		const calls = `${most('queries')}, ${most('bulk')}`;
		const seconds = Math.max(...runs.map((checked) => checked.seconds));
		return { ...namesOf(cell), rounds, ...results, calls, seconds, problems };
	} finally {
		await service.close();
	}
}

async function areRight(service: Service, settings: Settings) {
	const credential = { ...credentialFor(service), ...settings };
	const options = { maxWait: 300, convertTypes: false };
	const isRight = async (parameters: INodeParameters, check: 'query' | 'rows') => {
		const run = await runAnalytics(service, parameters, { credential });
		return !run.error && checks[check]({ service, run, parameters });
	};
	return {
		query: await isRight(query({ returnAll: true, options: {} }), 'query'),
		bulkExport: await isRight(bulkExport({ dateRange: 'lastDays', days: 7, options }), 'rows'),
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
