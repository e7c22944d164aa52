import {
	bulkFileError,
	ErrorDescription,
	NotCsv,
} from '../../../../nodes/Analytics/table/bulkFileError';
import { GzipError } from '../../../../nodes/Analytics/table/gunzip';
import { InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/text';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';
const AS_IT_IS =
	'Another download would be the same. To get a compressed file as it is, run Bulk Export > Get Result with this job ID and Output > Compressed File within 24 hours.';
const NOTHING = 'Nothing of it was passed on.';
const FILE = 'The file of the bulk export is';
const DESCRIBED = 'The bulk export returned an error description instead of a file';
/** The network is not to blame. */
const LOCAL = 'n8n could not process the file of the bulk export';

const brokenOff = new ServiceError('noAnswer', 'Broke off');

it.each<[unknown, kind: string, message: string, description: string]>([
	[new NotCsv('Row 7.'), 'badAnswer', `${FILE} not a CSV file`, `Row 7. ${AS_IT_IS}`],
	[new GzipError('It ends.'), 'badAnswer', `${FILE} damaged`, `It ends. ${NOTHING} ${GET_RESULT}`],
	[new ErrorDescription('Too many rows'), 'jobFailed', DESCRIBED, 'It says: Too many rows.'],
	[new InputError('No names', 'Choose.'), 'badAnswer', 'No names', `Choose. ${GET_RESULT}`],
	[brokenOff, 'noAnswer', 'Broke off', GET_RESULT],
	[new Error('ENOSPC: no space left'), '', LOCAL, `ENOSPC: no space left. ${GET_RESULT}`],
])('%p names the job, and what to do', (error, kind, message, description) => {
	expect(bulkFileError(error, { jobId: 'j', shown: shownText })).toMatchObject({
		...(kind === '' ? { name: 'LocalError', data: { jobId: 'j' } } : { kind, jobId: 'j' }),
		message: `${message} (job j)`,
		description,
	});
});
