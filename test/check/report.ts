import { readFileSync } from 'node:fs';
import type { Assumption, Result } from './assumption';
import { GROUPS, type Session, whyItCannotRun } from './runCheck';

const STATEMENT = `This report may be published. It says how the service's responses look: statuses of HTTP, types, lengths and numbers
of values, names of fields, and words from this project's own lists. It contains no token, no phone, no ID of an
account or a flow, no template or parameter, no address, no name, and no value of the service's data.`;

/** Markdown that can be read in a terminal, too. All that comes from the service is of the type Shown. */
export function reportOf(session: Session): string {
	const { results, notifications, settings } = session;
	const { region, details } = settings;
	const cannotRun = whyItCannotRun(session);
	const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
	const all = [...results.values()];
	const count = (wanted: Result['outcome']) =>
		all.filter(({ outcome }) => outcome === wanted).length;
	const following = all.flatMap(({ setting }) => {
		return setting ? [`- ${setting.place}: ${String(setting.value)}`] : [];
	});
	const groups = Object.entries(GROUPS).flatMap(([title, assumptions]) => [
		...['', `## ${title}`, ''],
		...Object.entries(assumptions).map((entry) => lineOf(entry, results.get(entry[0])!)),
	]);
	const lines = [
		...['# Check results', '', STATEMENT, ''],
		`n8n-nodes-chat-commerce ${version}, Node.js ${process.versions.node}. Region ${region}, ${details.callsPerMinute} calls a minute.`,
		...(cannotRun ? ['', `**The check could not run: ${String(cannotRun)}.**`] : []),
		...groups,
		...['', '## Settings that follow', ''],
		...(following.length > 0 ? following : ['None: the defaults fit.']),
		'',
		`${count('asExpected')} as expected, ${count('differs')} differ, ${count('notTested')} not tested. The phone got ${notifications.possible} messages at most.`,
	];
	return `${lines.join('\n')}\n`;
}

function lineOf([title, assumption]: [string, Assumption], { outcome, seen }: Result): string {
	const { expected, otherwise } = assumption;
	if (outcome === 'asExpected') return `- as expected: ${title} (${String(seen)})`;
	if (outcome === 'notTested') return `- not tested: ${title} (${String(seen)})`;
	return `- DIFFERS: ${title} (${String(seen)}). Expected: ${expected} Otherwise: ${otherwise}`;
}
