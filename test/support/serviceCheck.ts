import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import type { NodeRun } from '../engine/runNode';
import type { Service } from '../service/service';
import { runAnalytics, startAnalytics } from './analyticsNode';
import { credentialFor } from './credential';
import type { RunOptions } from './nodeRuns';
import './quickWaits';

/** What the user has entered in the section More Settings of the credential. */
export interface Settings {
	endDateIncluded?: boolean;
	dateFormat?: string;
	timeZoneForm?: string;
	doneWords?: string;
	callsPerMinute?: number;
	requestTimeout?: number;
}

export interface Finding {
	check: string;
	result: 'ok' | 'change' | 'unknown' | 'failed';
	found: string;
	setting: string;
	value: string;
	evidence: string;
}

export const QUESTIONS = [
	'access',
	'dates',
	'timeZone',
	'endDate',
	'job',
	'file',
	'types',
	'limits',
] as const;
export type Findings = Record<(typeof QUESTIONS)[number], Finding>;

export interface Checked {
	run: NodeRun;
	all: Finding[];
	findings: Findings;
	calls: { queries: number; bulk: number };
	/** As waits count them. */
	seconds: number;
}

interface CheckOptions extends RunOptions {
	settings?: Settings;
	queryName?: string;
	allQueries?: boolean;
}

const SETTINGS: Settings = { callsPerMinute: 5 };

function given(service: Service, options: CheckOptions): Parameters<typeof runAnalytics> {
	const { settings, queryName = 'messages_by_day', allQueries, ...more } = options;
	return [
		service,
		{
			resource: 'service',
			operation: 'check',
			queryName,
			options: allQueries === undefined ? {} : { allQueries },
		},
		{ ...more, credential: { ...credentialFor(service), ...SETTINGS, ...settings } },
	];
}

export const startCheck = async (service: Service, options: CheckOptions = {}) =>
	await startAnalytics(...given(service, options));

export async function checkService(service: Service, options: CheckOptions = {}): Promise<Checked> {
	const before = service.requests.length;
	const startedAt = performance.now();
	const run = await runAnalytics(...given(service, options));
	const seconds = (performance.now() - startedAt) / 1000;
	const all = run.items.map(({ json }) => json as unknown as Finding);
	const requests = service.requests.slice(before);
	const queries = requests.filter(({ endpoint }) => endpoint === 'query').length;
	return {
		run,
		all,
		findings: Object.fromEntries(QUESTIONS.map((name, at) => [name, all[at]])) as Findings,
		calls: { queries, bulk: requests.length - queries },
		seconds,
	};
}

const FIELDS: INodeProperties[] = new ChatCommerceApi().properties;

/** What the user enters who reads the advice and sees the credential. */
export function enter(settings: Settings, findings: Finding[]): Settings {
	const changes = findings.filter(({ result }) => result === 'change');
	const entered = changes.map(({ setting, value }) => {
		const field = FIELDS.find(({ displayName }) => displayName === setting);
		if (!field) throw new Error(`The credential has no field ${setting}`);
		if (field.type === 'boolean') return [field.name, { On: true, Off: false }[value]];
		const options = (field.options ?? []) as INodePropertyOptions[];
		const option = options.find(({ name }) => name === value);
		if (options.length > 0 && !option) throw new Error(`${setting} has no value ${value}`);
		return [field.name, option?.value ?? value];
	});
	return { ...settings, ...(Object.fromEntries(entered) as Settings) };
}

const KNOWN = ['DONE', 'COMPLETED', 'COMPLETE', 'SUCCESS', 'SUCCEEDED', 'FINISHED', 'READY'];

const plain = (word: string) => word.toUpperCase().replace(/[\s_-]/g, '');

/** All that is said of a service though it is not so. */
export function wrongAdvice(
	{ options }: Service,
	settings: Settings,
	findings: Findings,
): string[] {
	const { request = {}, statusRecord = {} } = options.readings;
	const { endDateIncluded = true, dateFormat = 'date', timeZoneForm = 'name' } = settings;
	const { doneWords = '', callsPerMinute = 5 } = settings;
	const doneWord = plain(statusRecord.done ?? 'DONE');
	const isRight: Record<keyof Findings, (entered: Settings) => boolean> = {
		endDate: (entered) =>
			(entered.endDateIncluded ?? endDateIncluded) === (request.endDate !== 'excluded'),
		dates: (entered) => {
			const hasTime = (entered.dateFormat ?? dateFormat) === 'dateTime';
			return request.dates === undefined || (request.dates === 'withTime') === hasTime;
		},
		timeZone: (entered) =>
			[undefined, entered.timeZoneForm ?? timeZoneForm].includes(request.timeZone),
		job: (entered) => {
			const words = plain(entered.doneWords ?? doneWords).split(',');
			return [...KNOWN, ...words].includes(doneWord);
		},
		limits: () => callsPerMinute <= 5,
		access: () => true,
		file: () => true,
		types: () => true,
	};
	return QUESTIONS.flatMap((name) => {
		const finding = findings[name];
		const problem = (text: string) => [`${name}: ${finding.result}, but ${text}: ${finding.found}`];
		if (finding.result === 'ok') return isRight[name]({}) ? [] : problem('it is not right');
		if (finding.result !== 'change') return [];
		if (isRight[name]({})) return problem('nothing has to be changed');
		return isRight[name](enter({}, [finding])) ? [] : problem(`${finding.value} is not right`);
	});
}
