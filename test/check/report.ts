import { readFileSync } from 'node:fs';
import type { Result } from './assumption';
import type { CheckResult, Tested } from './runCheck';
import type { CheckSettings } from './settings';

/** What a person reads who thinks about publishing the file. */
export const STATEMENT = `This file may be published. It says how the service's responses look: statuses of HTTP, types, lengths and numbers of
values, names of fields, and words from this project's own lists. It contains no token, no phone, no ID of an account
or a flow, no template or parameter, no address, no name, and no value of the service's data.`;

export const OUTCOMES: Record<Result['outcome'], string> = {
	asExpected: 'as expected',
	differs: 'DIFFERS',
	notTested: 'not tested',
};

/** The report as Markdown. All that comes from the service is of the type Shown. */
export function reportOf(result: CheckResult, settings: CheckSettings): string {
	const { groups, cannotRun } = result;
	const asked = `Region ${settings.region}, ${settings.callsPerMinute} calls a minute`;
	const lines = [
		'# Check results',
		'',
		STATEMENT,
		'',
		`${versions()}. ${asked}.`,
		'',
		...(cannotRun ? [`**The check could not run: ${String(cannotRun)}.**`, ''] : []),
		`${countsOf(groups.flatMap(({ tested }) => tested))}.`,
		...groups.flatMap(({ title, tested }) => ['', `## ${title}`, '', ...tableOf(tested)]),
		'',
		'## Settings that follow',
		'',
		...settingLines(result),
	];
	return `${lines.join('\n')}\n`;
}

export function seenOf(result: Result): string {
	return String(result.outcome === 'notTested' ? result.why : result.seen);
}

export function countsOf(tested: Tested[]): string {
	const count = (wanted: Result['outcome']) =>
		tested.filter(({ result }) => result.outcome === wanted).length;
	return `${count('asExpected')} as expected, ${count('differs')} differ, ${count('notTested')} not tested`;
}

function tableOf(tested: Tested[]): string[] {
	const rows = tested.map(({ assumption, result }) => {
		return `| ${assumption.title} | ${OUTCOMES[result.outcome]} | ${cell(seenOf(result))} |`;
	});
	return ['| Assumption | Result | Seen |', '|---|---|---|', ...rows];
}

function settingLines({ settings }: CheckResult): string[] {
	if (settings.length === 0) return ['None: the defaults fit.'];
	return settings.map(({ place, value }) => `- ${place}: ${String(value)}`);
}

function cell(text: string): string {
	return text.replaceAll('|', '\\|');
}

function versions(): string {
	const versionIn = (path: string) => {
		return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
	};
	const nodes = versionIn('package.json');
	const engine = versionIn('node_modules/n8n-core/package.json');
	return `n8n-nodes-chat-commerce ${nodes}, n8n-core ${engine}, Node.js ${process.versions.node}`;
}
