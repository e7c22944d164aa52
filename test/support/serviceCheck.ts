import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';
import type { Service } from '../service/service';
import { runAnalytics } from './analyticsNode';
import type { RunOptions } from './nodeRuns';

/** What the user has entered in the credential. */
export type Settings = Partial<
	Record<'analyticsBaseUrl' | 'dateFormat' | 'timeZoneForm' | 'doneWords', string> &
		Record<'callsPerMinute' | 'requestTimeout', number> &
		Record<'endDateIncluded', boolean>
>;

type Finding = Record<'check' | 'found' | 'setting' | 'value' | 'evidence', string> & {
	result: 'ok' | 'change' | 'unknown' | 'failed';
};

export const QUESTIONS = [
	...(['access', 'dates', 'timeZone', 'endDate'] as const),
	...(['job', 'file', 'limits'] as const),
];
export type Question = (typeof QUESTIONS)[number];

export interface CheckOptions extends RunOptions {
	settings?: Settings;
	queryName?: string;
	allQueries?: boolean;
}

export type Checked = Awaited<ReturnType<typeof checkService>>;

export async function checkService(
	service: Service,
	{ settings, queryName = 'messages_by_day', allQueries = false, ...more }: CheckOptions = {},
) {
	const before = service.requests.length;
	const startedAt = performance.now();
	const options = allQueries ? { allQueries } : {};
	const parameters = { resource: 'service', operation: 'check', queryName, options };
	const credential = { callsPerMinute: 5, ...settings };
	const run = await runAnalytics(service, parameters, { ...more, credential });
	/** As waits count them. */
	const seconds = (performance.now() - startedAt) / 1000;
	const all = run.items.map(({ json }) => json as unknown as Finding);
	const entries = QUESTIONS.map((name, at) => [name, all[at]]);
	const findings = Object.fromEntries(entries) as Record<Question, Finding>;
	const requests = service.requests.slice(before);
	const queries = requests.filter(({ endpoint }) => endpoint === 'query').length;
	return { run, all, findings, calls: { queries, bulk: requests.length - queries }, seconds };
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
