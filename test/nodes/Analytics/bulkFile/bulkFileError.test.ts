import {
	bulkFileError,
	ErrorDescription,
	NotCsv,
} from '../../../../nodes/Analytics/bulkFile/bulkFileError';
import { GzipError } from '../../../../nodes/Analytics/gzip/gunzip';
import { InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/shownText';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';
const AS_IT_IS =
	'Another download would be the same. To get the file as it is, run Bulk Export > Get Result with this job ID and Output > Compressed File within 24 hours.';
const NOT_PACKED =
	'Another download would be the same. The file is not compressed, so Output > Compressed File cannot return it either: start the export again with fewer days or with filters.';
const FILE = 'The file of the bulk export is';
const DESCRIBED = 'The bulk export returned an error description instead of a file';
/** The network is not to blame. */
const LOCAL = 'n8n could not process the file of the bulk export';
const CHOOSE_SMALLER =
	'Choose Output > Compressed File, which is much smaller, or Sub-Workflow in Batches';

const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });
const freeSpace = 'Free space on the disk where n8n keeps its files';
/** n8n's own, whose files in a database have a limit. */
class FileTooLargeError extends Error {}
const brokenOff = new ServiceError({ kind: 'noAnswer', message: 'Broke off' });

it.each<[unknown, kind: string, message: string, description: string]>([
	[new NotCsv('Row 7.', true), 'badAnswer', `${FILE} not a CSV file`, `Row 7. ${AS_IT_IS}`],
	[new NotCsv('Row 7.', false), 'badAnswer', `${FILE} not a CSV file`, `Row 7. ${NOT_PACKED}`],
	[
		new GzipError('It ends.'),
		'badAnswer',
		`${FILE} damaged`,
		`It ends. Nothing of it was passed on. ${GET_RESULT}`,
	],
	[new ErrorDescription('Too many rows'), 'jobFailed', DESCRIBED, 'It says: Too many rows.'],
	[new ErrorDescription('x', 'No rows', 'Run it.'), 'jobFailed', 'No rows', 'It says: x. Run it.'],
	[new InputError('No names', 'Choose.'), 'badAnswer', 'No names', `Choose. ${GET_RESULT}`],
	[brokenOff, 'noAnswer', 'Broke off', GET_RESULT],
	[full, '', LOCAL, `ENOSPC: no space left. ${freeSpace}. ${GET_RESULT}`],
	[new FileTooLargeError('Too big'), '', LOCAL, `Too big. ${CHOOSE_SMALLER}. ${GET_RESULT}`],
])('%p names the job, and what to do', (error, kind, message, description) => {
	expect(bulkFileError(error, { jobId: 'j', shown: shownText })).toMatchObject({
		...(kind === '' ? { name: 'LocalError', data: { jobId: 'j' } } : { kind, jobId: 'j' }),
		message: `${message} (job j)`,
		description,
	});
});
