import type { INodeExecutionData } from 'n8n-workflow';
import { shownSetting } from '../../../shared/credential/details';
import { sharedResult } from '../exportRows';
import { optionsField, readOptions } from '../fields/options';
import { queryNameField, readQueryName } from '../fields/request';
import type { Item } from '../item';
import type { Operation } from '../operations';
import { endDate } from './questions/endDate';
import { fileFinding, typesFinding } from './questions/file';
import { access, formFinding, formsOf } from './questions/forms';
import { jobFinding, jobOf } from './questions/job';
import { openQueries } from './questions/openQueries';
import type { Answer, Finding, Session } from './session';
import { findingFrom, MAX_CALLS, MAX_RECORDS, sessionOf } from './session';

type Findings = Array<[check: string, finding: Finding]>;

/** Service > Check: how the service reads what its documents leave open, one item for each question. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check service',
		description: 'Find out what to set in the credential. No notification is sent.',
	},
	fields: [queryNameField, optionsField('allQueries')],
	prepare(item) {
		const queryName = readQueryName(item.parameter('queryName'));
		const { allQueries } = readOptions(item, 'allQueries');
		return async () =>
			await sharedResult(item, { check: queryName, allQueries }, async () => {
				const [findings, answer] = await ask(sessionOf(item, queryName));
				item.hint(summary(queryName, findings));
				const more = allQueries ? await openQueries(item, answer) : [];
				return [...findings, ...more].map((each) => asItem(item, each));
			});
	},
};

async function ask(session: Session): Promise<[Findings, Answer]> {
	const forms = await formsOf(session);
	const { answer } = forms;
	const { error, records } = answer;
	const [end, job] = await Promise.all([endDate(session, answer), jobOf(session, answer)]);
	const count = error || records.length >= MAX_RECORDS ? undefined : records.length;
	const findings: Findings = [
		['Does the service answer the query?', access(forms)],
		['Does it accept the dates?', formFinding(forms, 'dateFormat')],
		['Does it accept the time zone?', formFinding(forms, 'timeZoneForm')],
		['Is the end date included?', end],
		['Do the nodes see that a job is done?', jobFinding(session, job, count)],
		['Can its file be read?', fileFinding(job, records, count)],
		['Does it have the types of the query?', typesFinding(job, records)],
		['Are the calls within the limit?', limits(session)],
	];
	return [findings, answer];
}

/** Whether the service had too many calls, though they were within those of the credential. */
function limits({ details, limiters: { synchronous, bulk } }: Session): Finding {
	const { callsPerMinute } = details;
	const finding = findingFrom(
		`${synchronous.made} calls for queries, ${bulk.made} for bulk exports`,
	);
	if (synchronous.tooMany + bulk.tooMany > 0) return finding('unknown', TOO_MANY);
	if (callsPerMinute <= MAX_CALLS)
		return finding('ok', 'The service refused none as one too many.');
	return finding(
		'unknown',
		`The service refused none, but ${callsPerMinute} a minute were not tried.`,
	);
}

const TOO_MANY =
	'There were too many. If nothing else uses this API Token, lower Calls per Minute in the credential.';

function asItem(item: Item, [question, finding]: Findings[number]): INodeExecutionData {
	const { result, found, evidence, change } = finding;
	const advice = change ? shownSetting(...change) : { setting: '', value: '' };
	return {
		json: { check: question, result, found, ...advice, evidence },
		pairedItem: { item: item.itemIndex },
	};
}

/** "Checked with messages_by_day: 6 of 8 fit. In the credential, turn off End Date Included." */
function summary(queryName: string, findings: Findings): string {
	const fitting = findings.filter(([, { result }]) => result === 'ok').length;
	const steps = findings.flatMap(([, { change }]) => {
		if (!change) return [];
		const { setting, value } = shownSetting(...change);
		const isSwitch = typeof change[1] === 'boolean';
		return [isSwitch ? `turn ${value.toLowerCase()} ${setting}` : `set ${setting} to ${value}`];
	});
	const checked = `Checked with ${queryName}: ${fitting} of ${findings.length} fit.`;
	if (steps.length === 0) return checked;
	const list = [steps.slice(0, -1).join(', '), steps.at(-1)].filter(Boolean).join(', and ');
	return `${checked} In the credential (More Settings), ${list}. Then run Check again.`;
}
