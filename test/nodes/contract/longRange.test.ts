import { DateTime } from 'luxon';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { checkQuery } from '../../service/queryRequest';
import { records } from '../../service/records';
import { runAnalytics } from '../../support/analyticsNode';
import { panels } from '../../support/panels';
import { serviceForEach } from '../../support/serviceForEach';
import { SubWorkflow, WORKFLOW_ID } from '../../support/subWorkflow';

/* What was asked for is asked for in every part of a long range, and told of it: each operation, each output. */

const service = serviceForEach();
const timeZone = 'America/Sao_Paulo';
const queryName = 'messages_by_hour_block';
const customFilters = { flow: '001', userId: '7' };
const dates = { dateRange: 'lastDays', days: 90 };
const more = { filters: customFilters, workflowId: WORKFLOW_ID, options: { timeZone } };
const parameters = { queryName, ...dates, ...more };

type DayBack = (days: number) => string;
const today = DateTime.now().setZone(timeZone).startOf('day');
const back: DayBack = (days) => today.minus({ days }).toFormat('yyyy-MM-dd');
const PARTS = [90, 60, 30].map((from) => [from, Math.max(1, from - 29)] as const);
const partsOf = (first: DayBack, last: DayBack) =>
	PARTS.map(([from, to]) => {
		return { queryName, timeZone, startDate: first(from), endDate: last(to) };
	});

const DATE = { dateFormat: 'date' };
const FORMS: Array<[credential: ICredentialDataDecryptedObject, first: DayBack, last: DayBack]> = [
	[{}, (days) => `${back(days)} 00:00:00`, (days) => `${back(days)} 23:59:59`],
	[DATE, back, back],
	[{ ...DATE, endDateIncluded: false }, back, (days) => back(days - 1)],
];
const OUTPUTS = panels.filter(({ fields }) => fields.some(({ name }) => name === 'dateRange'));
const rowsOf = (body: object) =>
	[...records(checkQuery(body, { options: service.options, isBulk: true }).request)].map(
		([day, hour_block, flow]) => ({ day, hour_block, flow }),
	);
const bodiesOf = (wanted: string) =>
	service.requests.filter(({ endpoint }) => endpoint === wanted).map(({ body }) => body);

const CASES = OUTPUTS.flatMap((panel) =>
	FORMS.map(([credential, first, last]) => ({ ...panel, credential, first, last })),
);
it.each(CASES)('$name, $credential', async ({ name, parameters: chosen, ...form }) => {
	const { credential, first, last } = form;
	service.options.endDateExcluded = credential['endDateIncluded'] === false;
	const sub = new SubWorkflow((rows) => rows);
	const given = { ...parameters, ...chosen, returnAll: true };
	const options = { credential, executeWorkflow: sub.execute };
	const { items, hints } = await runAnalytics(service, given, options);

	const sent = partsOf(first, last).map((part) => ({ ...part, customFilters }));
	const queries = sent.map((part) => ({ ...part, limit: '100000' }));
	const isQuery = chosen['resource'] === 'query';
	expect(bodiesOf('bulkStart')).toEqual(isQuery ? [] : sent);
	const namesOf = name.endsWith('gzipFile') || name.endsWith('start') ? [] : [sent[0]];
	const ofNames = namesOf.map((part) => ({ ...part, limit: '1' }));
	expect(bodiesOf('query')).toEqual(isQuery ? queries : ofNames);
	expect(hints.map(({ message }) => message).join()).toContain('up to 3 parts, oldest first');

	// Whole days are shown as days.
	const jobs = [...service.jobs.values()];
	const shown = partsOf(back, back).map((part, at) => {
		return { ...part, jobId: jobs[at]?.jobId, fileName: jobs[at]?.fileName };
	});
	const jsons = items.map(({ json }) => json);
	const rows = sent.flatMap(rowsOf);
	const whole = { queryName, timeZone, startDate: back(90), endDate: back(1) };
	const jobIds = jobs.map(({ jobId }) => jobId);
	const fileName = `${queryName}_${back(90)}_${back(1)}.csv`;
	const outputs: Record<string, unknown[]> = {
		start: shown,
		gzipFile: shown,
		csvFile: [{ ...whole, jobIds, fileName, rows: rows.length }],
		subWorkflow: [{ ...whole, jobIds, rows: rows.length }],
	};
	const output = name.split(' > ').at(-1) ?? '';
	expect(jsons).toMatchObject(outputs[output] ?? rows);
	expect(sub.rows).toMatchObject(output === 'subWorkflow' ? rows : []);
});

it('a Limit asks each part for what the parts before it did not have, for each item', async () => {
	service.options.rows = 4;
	const own = { resource: 'query', operation: 'run', filters: {}, limit: '={{ $json.limit }}' };
	const given = [10, 4].map((limit) => ({ json: { limit } }));
	const { items } = await runAnalytics(service, { ...parameters, ...own }, { items: given });
	const parts = partsOf(...(FORMS[0]!.slice(1) as [DayBack, DayBack]));
	const limits = ['10', '4', '6', '2'];
	const asked = limits.map((limit, call) => ({ ...parts[Math.max(0, call - 1)], limit }));
	expect([items.length, bodiesOf('query')]).toEqual([14, asked]);
});
