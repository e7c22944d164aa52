import { bulkExport, query, runAnalytics } from '../../support/analyticsNode';
import { credentialFor } from '../../support/credential';
import { type Service, startService } from '../../service/service';
import type { ServiceOptions } from '../../service/options';
import type { RequestReading } from '../../service/readings';
import { type Checked, checkService, enter, type Settings } from '../../support/serviceCheck';
import { checks } from '../results';
import { problemsOf } from './problems';

/** A service, and a credential that may not be set for it. */
export interface EnteringCell {
	request: RequestReading;
	done: string;
	/** Words of the first looks. */
	running: string[];
	errorBody: ServiceOptions['errorBody'];
	settings: Settings;
}

export interface Entered {
	cell: EnteringCell;
	/** What Check advised, each time that it was run. */
	rounds: string[][];
	calls: string;
	seconds: number;
	query: boolean;
	bulkExport: boolean;
	problems: string[];
}

const OTHERWISE: Settings[] = [
	{ endDateIncluded: false },
	{ dateFormat: 'dateTime' },
	{ timeZoneForm: 'offset' },
	{ doneWords: 'CLOSED', endDateIncluded: false, dateFormat: 'dateTime', timeZoneForm: 'offset' },
];

const requests = ([undefined, 'excluded'] as const).flatMap((endDate) =>
	([undefined, 'withTime', 'withoutTime'] as const).flatMap((dates) =>
		([undefined, 'offset', 'name'] as const).map((timeZone): RequestReading => ({
			...(endDate ? { endDate } : {}),
			...(dates ? { dates } : {}),
			...(timeZone ? { timeZone } : {}),
		})),
	),
);

const PLAIN = { done: 'DONE', running: [], errorBody: 'envelope', settings: {} } as const;

export const enteringCells: EnteringCell[] = requests.flatMap((request): EnteringCell[] => [
	...['DONE', 'EXPORTED'].flatMap((done) =>
		[[], ['QUEUED']].flatMap((running) =>
			(['envelope', 'empty'] as const).map((errorBody) => ({
				...{ request, done, running, errorBody },
				settings: {},
			})),
		),
	),
	...OTHERWISE.map((settings) => ({ ...PLAIN, running: [], request, settings })),
]);

const MAX_ROUNDS = 3;
const MINUTE = 60_500;

/** Runs Check, enters its advice until it has no more, and then uses the credential. */
export async function enterAdvice(cell: EnteringCell): Promise<Entered> {
	const { request, done, running, errorBody } = cell;
	const readings = { request, statusRecord: { done, running } };
	const service = await startService({ errorBody, readings });
	try {
		let { settings } = cell;
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
		const rows = await areRight(service, settings);
		const most = (name: 'queries' | 'bulk') => Math.max(...runs.map(({ calls }) => calls[name]));
		return {
			...{ cell, rounds, ...rows, problems },
			calls: `${most('queries')}, ${most('bulk')}`,
			seconds: Math.max(...runs.map(({ seconds }) => seconds)),
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
