import '../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import type { ICredentialDataDecryptedObject, IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../engine/runNode';
import { json } from '../../service/answers';
import { defaultOptions, type ServiceOptions } from '../../service/options';
import { bulkExport, query } from '../../support/analyticsNode';
import { definedBelow } from '../../support/notificationsNode';
import { runEitherNode } from '../../support/eitherNode';
import { serviceForEach } from '../../support/serviceForEach';
import { startFinishedJob } from '../../support/startedJobs';

/*
 * Each warning and each hint: a run in which it is shown, once, and a run that differs from it in one thing, in which it
 * is not shown.
 */

interface Run {
	/** Of the Notifications node if the resource is `notification`, else of the Analytics node. */
	parameters?: INodeParameters;
	/** The input items; by default one empty item, or two users for Notifications. */
	items?: Array<{ json: IDataObject }>;
	/** What the credential has otherwise than by default. */
	credential?: ICredentialDataDecryptedObject;
	/** What the simulated service does otherwise than by default. */
	service?: Partial<ServiceOptions>;
	/** The compressed files that the service sends for the parts of a bulk export; the last one also for those that follow. */
	files?: Uint8Array[];
}

interface Row {
	/** A part of the message. */
	says: string;
	/** Completes the sentence "It is shown if …". */
	when: string;
	/** What both runs have in common. */
	given?: Run;
	shown: Run;
	notShown: Run;
}

const NOTIFICATION = { resource: 'notification' };
const NAMES_IN_SECOND_ROW = bulkExport({ options: { columnNames: 'secondRow' } });
const TWO_PARTS = { ...NAMES_IN_SECOND_ROW, dateRange: 'lastDays', days: 40 };
const TABLE = gzipSync('x\nid,total\n1,2\n');

const service = serviceForEach();

/** A file that consists of several compressed files, one after the other. That of many equal ones is made quickly. */
function joined(...files: Uint8Array[]): Uint8Array {
	return Buffer.concat(files);
}

/** Larger than what is read to its end when there is a Limit (64 MB), even compressed. */
const THREE_MEGABYTES = gzipSync(`${'x'.repeat(3_000)}\n`.repeat(1_000), { level: 0 });
const LARGE_FILE = joined(gzipSync('x\na\n'), ...Array<Buffer>(23).fill(THREE_MEGABYTES));

const ROWS_100_000 = gzipSync('1,2\n'.repeat(100_000));
const ROWS_2_900_000 = joined(gzipSync('x\na,b\n'), ...Array<Buffer>(29).fill(ROWS_100_000));

const WARNINGS: Row[] = [
	{
		says: 'renamed: sent_2',
		when: 'a file has the same column name twice',
		given: { parameters: NAMES_IN_SECOND_ROW },
		shown: { files: [gzipSync('x\nsent,sent\n1,2\n')] },
		notShown: { files: [gzipSync('x\nsent,sent_2\n1,2\n')] },
	},
	{
		says: 'in its order: day, hour_block',
		when: 'a file without column names gets those of its query',
		shown: {
			parameters: bulkExport({ options: { columnNames: 'query' } }),
			service: { columnNames: 'absent' },
		},
		notShown: { parameters: bulkExport() },
	},
	{
		says: 'The parts of the bulk export have different columns',
		when: 'a part of a long range has other columns than the first one',
		given: { parameters: TWO_PARTS },
		shown: { files: [TABLE, gzipSync('x\nid,amount\n1,2\n')] },
		notShown: { files: [TABLE, gzipSync('x\ntotal,id\n2,1\n')] },
	},
	{
		says: 'has no rows. All that it has is: Quota exceeded',
		when: 'a part of a long range has one line, which may say why it has no rows',
		given: { parameters: TWO_PARTS },
		shown: { files: [TABLE, gzipSync('Quota exceeded\n')] },
		notShown: { files: [TABLE, gzipSync('Quota exceeded\nid,total\n')] },
	},
	{
		says: 'has 3 million rows or more',
		when: 'the file may have been cut off at the maximum of the service',
		given: { parameters: bulkExport({ output: 'csvFile', options: { columnNames: 'secondRow' } }) },
		shown: { files: [joined(ROWS_2_900_000, ROWS_100_000)] },
		notShown: { files: [joined(ROWS_2_900_000, gzipSync('1,2\n'.repeat(99_999)))] },
	},
	{
		says: 'with the same size both times',
		when: 'a file is shorter than its job says, and is so again when it is downloaded again',
		given: { parameters: bulkExport() },
		shown: { service: { compressedBytes: 1_000_000 } },
		notShown: { service: { compressedBytes: 1 } },
	},
	{
		says: 'does not have these parameters, which are sent all the same: "nmae"',
		when: 'a parameter is not one of the template',
		given: { credential: { templates: 'welcome: Hello' } },
		shown: { parameters: { ...NOTIFICATION, ...definedBelow({ nmae: 'Ana' }) } },
		notShown: { parameters: { ...NOTIFICATION, ...definedBelow({ name: 'Ana' }) } },
	},
	{
		says: 'Nothing would be sent: There are 2 notifications to send',
		when: 'a preview has more notifications than Max per Run',
		shown: {
			parameters: { ...NOTIFICATION, sendTo: 'nobody', options: { maxPerRun: 1 } },
		},
		notShown: {
			parameters: { ...NOTIFICATION, sendTo: 'nobody', options: { maxPerRun: 2 } },
		},
	},
	{
		says: 'does not list the template "goodbye". It has: welcome.',
		when: 'the credential has templates, but not this one',
		given: { parameters: { ...NOTIFICATION, templateId: 'goodbye', sendTo: 'nobody' } },
		shown: { credential: { templates: 'welcome: Hi' } },
		notShown: { credential: { templates: '' } },
	},
	{
		says: 'The service accepted the notification, but said more',
		when: 'a success has more than IDs',
		given: { parameters: NOTIFICATION },
		shown: { service: { answers: () => json(200, { success: true, failed: ['x'] }) } },
		notShown: { service: { answers: () => json(200, { success: true, id: 'n-1' }) } },
	},
];

const HINTS: Row[] = [
	{
		says: 'The data is for',
		when: 'the operation has a date range',
		shown: { parameters: bulkExport({ operation: 'run' }) },
		notShown: { parameters: bulkExport({ operation: 'getResult' }) },
	},
	{
		says: 'divided into 2 parts, oldest first. What is in several parts, such as a user',
		when: 'the date range is longer than 30 days',
		shown: { parameters: query({ dateRange: 'lastDays', days: 31 }) },
		notShown: { parameters: query({ dateRange: 'lastDays', days: 30 }) },
	},
	{
		says: 'Item 1: Reused the result',
		when: 'two items ask for the same data',
		given: { parameters: query({ filters: { userId: '={{ $json.user }}' } }) },
		shown: { items: [{ json: { user: 1 } }, { json: { user: 1 } }] },
		notShown: { items: [{ json: { user: 1 } }, { json: { user: 2 } }] },
	},
	{
		says: 'The query has no records',
		when: 'a query has no records',
		given: { parameters: query() },
		shown: { service: { rows: 0 } },
		notShown: { service: { rows: 1 } },
	},
	{
		says: 'The bulk export has no rows',
		when: 'there are no rows for a file',
		given: { parameters: bulkExport({ output: 'csvFile' }) },
		shown: { service: { rows: 0 } },
		notShown: { service: { rows: 1 } },
	},
	{
		says: 'The credential does not have the text of the template "welcome", so its parameters were not checked',
		when: 'a preview is of a template that the credential does not list',
		given: { parameters: { ...NOTIFICATION, sendTo: 'nobody' } },
		shown: {},
		notShown: { credential: { templates: 'welcome: Hi' } },
	},
	{
		says: 'All that it has is: Quota exceeded',
		when: 'a file has one line, which may say why there are no rows',
		given: { parameters: bulkExport(), service: { rows: 0 } },
		shown: { files: [gzipSync('Quota exceeded\n')] },
		notShown: { files: [gzipSync('Quota exceeded\nday,sent\n')] },
	},
	{
		says: 'The Limit of 23 was reached, and there are more rows.',
		when: 'the Limit leaves out rows',
		given: { service: { rows: 24 } },
		shown: { parameters: bulkExport({ options: { maxRows: 23 } }) },
		notShown: { parameters: bulkExport({ options: { maxRows: 24 } }) },
	},
	{
		says: 'neither read nor checked for damage',
		when: 'the rest of the file, after the Limit, is too large to be read',
		shown: {
			parameters: bulkExport({ options: { columnNames: 'secondRow', maxRows: 1 } }),
			files: [LARGE_FILE],
		},
		notShown: { parameters: bulkExport({ options: { maxRows: 1 } }) },
	},
	{
		says: 'A message that was already sent (see Send Once) is accepted as well',
		when: 'the service skips what it has already sent',
		shown: { parameters: { ...NOTIFICATION, sendOnce: 'perDay' } },
		notShown: { parameters: { ...NOTIFICATION, sendOnce: 'always' } },
	},
	{
		says: 'Options > Do Not Send To has no phones',
		when: 'its expression found none',
		shown: { parameters: { ...NOTIFICATION, options: { doNotSendTo: '={{ [] }}' } } },
		notShown: { parameters: { ...NOTIFICATION, options: { doNotSendTo: '+5511987654321' } } },
	},
];

describe.each([
	{ type: 'warning', rows: WARNINGS },
	{ type: 'hint', rows: HINTS },
])('A $type', ({ type, rows }) => {
	it.each(rows)('says "$says" if $when', async ({ says, given, shown, notShown }) => {
		expect(await typesOfHints({ ...given, ...shown }, says)).toEqual([type]);
		expect(await typesOfHints({ ...given, ...notShown }, says)).toEqual([]);
	});
});

/** @returns the types of the hints that contain the words: one for each of them */
async function typesOfHints(run: Run, words: string): Promise<string[]> {
	service.reset();
	Object.assign(service.options, defaultOptions(), run.service);
	const { hints, error } = await runOf(run);
	// A run that fails for another reason would show no hint either.
	expect(error).toBeUndefined();
	const found = hints.filter(({ message }) => message.includes(words));
	// n8n shows a hint without a type as a hint, and not as a warning.
	return found.map(({ type = 'hint' }) => type);
}

async function runOf(run: Run): Promise<NodeRun> {
	const { parameters = {}, items, credential = {}, files = [] } = run;
	for (const [part, bytes] of files.entries()) {
		const times = part === files.length - 1 ? Infinity : 1;
		service.faults.add('download', { kind: 'file', bytes }, times);
	}
	const given = { ...parameters };
	if (parameters.operation === 'getResult') given.jobId = (await startFinishedJob(service)).jobId;
	return await runEitherNode(service, given, items ? { credential, items } : { credential });
}
