import { bulkFileError } from '../../../../nodes/Analytics/bulkFile/bulkFileError';
import { ErrorDescription } from '../../../../nodes/Analytics/bulkFile/errorDescription';
import { CsvError } from '../../../../nodes/Analytics/csv/csvError';
import { Utf8Error } from '../../../../nodes/Analytics/csv/text';
import { GzipError } from '../../../../nodes/Analytics/gzip/gzipError';
import { InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/shownText';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';
const NO_NAMES = new InputError('No names', 'Choose.');
const NO_SPACE = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC' });

const DAMAGED = [
	new CsvError('raggedRow', 7, 'is ragged'),
	new GzipError('truncated', 'It ends.'),
	new GzipError('tooLarge', 'It is large.'),
	new Utf8Error(),
].map((error): [Error, object] => [
	error,
	{
		name: 'ServiceError',
		kind: 'badAnswer',
		jobId: 'j',
		message: 'The file of the bulk export is damaged (job j)',
		description: `${error.message} Nothing of it was passed on. ${GET_RESULT}`,
	},
]);
/** The network is not to blame. */
const LOCAL = [NO_SPACE, new TypeError('x is not a function'), 'a text'].map(
	(error): [unknown, object] => [
		error,
		{
			name: 'LocalError',
			message: 'n8n could not process the file of the bulk export (job j)',
			description: `${error instanceof Error ? error.message : error}. ${GET_RESULT}`,
		},
	],
);

it.each<[unknown, object]>([
	...DAMAGED,
	...LOCAL,
	[
		new ErrorDescription('Too many rows'),
		{
			kind: 'jobFailed',
			jobId: 'j',
			message: 'The bulk export returned an error description instead of a file (job j)',
			description: 'It says: Too many rows',
		},
	],
	[
		NO_NAMES,
		{ name: 'InputError', message: 'No names', description: `Choose. ${GET_RESULT} (job j)` },
	],
	[
		new ServiceError({ kind: 'noAnswer', message: 'Broke off' }),
		{ kind: 'noAnswer', message: 'Broke off (job j)', description: GET_RESULT },
	],
])('%p names the job, and what to do', (error, named) => {
	expect(bulkFileError(error, { jobId: 'j', shown: shownText })).toMatchObject(named);
});
