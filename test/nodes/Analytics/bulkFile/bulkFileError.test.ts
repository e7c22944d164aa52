import {
	bulkFileError,
	ErrorDescription,
} from '../../../../nodes/Analytics/bulkFile/bulkFileError';
import { CsvError } from '../../../../nodes/Analytics/csv/csvError';
import { Utf8Error } from '../../../../nodes/Analytics/csv/text';
import { GzipError } from '../../../../nodes/Analytics/gzip/gunzip';
import { InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/shownText';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';

const AS_IT_IS =
	'Another download would be the same. To get the file as it is, run Bulk Export > Get Result with this job ID and Output > Compressed File within 24 hours.';

const damaged = (what: string) => ({
	kind: 'badAnswer',
	jobId: 'j',
	message: 'The file of the bulk export is damaged (job j)',
	description: `${what} Nothing of it was passed on. ${GET_RESULT}`,
});
const notCsv = (what: string) => ({
	kind: 'badAnswer',
	jobId: 'j',
	message: 'The file of the bulk export is not a CSV file (job j)',
	description: `${what} ${AS_IT_IS}`,
});
/** The network is not to blame. */
const local = (what: string) => ({
	name: 'LocalError',
	data: { jobId: 'j' },
	message: 'n8n could not process the file of the bulk export (job j)',
	description: `${what}. ${GET_RESULT}`,
});
const described = {
	kind: 'jobFailed',
	jobId: 'j',
	message: 'The bulk export returned an error description instead of a file (job j)',
	description: 'It says: Too many rows.',
};
const noNames = { jobId: 'j', message: 'No names (job j)', description: `Choose. ${GET_RESULT}` };
const brokenOff = { kind: 'noAnswer', message: 'Broke off (job j)', description: GET_RESULT };

const noRows = {
	kind: 'jobFailed',
	message: 'No rows (job j)',
	description: 'It says: Query result. Run Check.',
};
const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
/** n8n's own, whose files in a database have a limit. */
class FileTooLargeError extends Error {}
const CHOOSE_SMALLER =
	'Choose Output > Compressed File, which is much smaller, or Sub-Workflow in Batches';

it.each<[unknown, object]>([
	[new CsvError(7, 'is ragged'), notCsv('Row 7 of the file is ragged.')],
	[new GzipError('It ends.'), damaged('It ends.')],
	[new Utf8Error(), notCsv('The file is not valid UTF-8 text.')],
	[new Error('EIO: a bad disk'), local('EIO: a bad disk')],
	[full, local('ENOSPC: no space left. Free space on the disk where n8n keeps its files')],
	[new FileTooLargeError('Too many MB'), local(`Too many MB. ${CHOOSE_SMALLER}`)],
	['a text', local('a text')],
	[new ErrorDescription('Too many rows'), described],
	[new ErrorDescription('Query result', 'No rows', 'Run Check.'), noRows],
	[new InputError('No names', 'Choose.'), noNames],
	[new ServiceError({ kind: 'noAnswer', message: 'Broke off' }), brokenOff],
])('%p names the job, and what to do', (error, named) => {
	expect(bulkFileError(error, { jobId: 'j', shown: shownText })).toMatchObject(named);
});
