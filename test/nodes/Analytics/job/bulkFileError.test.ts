import { bulkFileError } from '../../../../nodes/Analytics/job/bulkFileError';
import { DamagedFile } from '../../../../nodes/Analytics/table/gunzip';
import { ErrorDescription, NotCsv } from '../../../../nodes/Analytics/table/whatFileIsInstead';
import { InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/text';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';

it.each([
	{
		name: 'a compressed file that is no CSV can be had as it is',
		error: new NotCsv('Row 7.', true),
		kind: 'badAnswer',
		message: 'The file of the bulk export is not a CSV file (job j)',
		description:
			'Row 7. Another download would be the same. To get a compressed file as it is, run Bulk Export > Get Result with this job ID and Output > Compressed File within 24 hours.',
	},
	{
		name: 'a file that is not compressed is not offered as a compressed one',
		error: new NotCsv('Row 7.', false),
		kind: 'badAnswer',
		message: 'The file of the bulk export is not a CSV file (job j)',
		description:
			'Row 7. It was downloaded twice, and was the same each time. It is not compressed with gzip, so Output > Compressed File does not return it either: ask the support of the service or your network administrator why.',
	},
	{
		name: 'a damaged file can be fetched again',
		error: new DamagedFile('It ends.'),
		kind: 'badAnswer',
		message: 'The file of the bulk export is damaged (job j)',
		description: `It ends. Nothing of it was passed on. ${GET_RESULT}`,
	},
	{
		name: 'an error description is quoted, though it may be the beginning of a file that was cut off',
		error: new ErrorDescription('Too many rows'),
		kind: 'jobFailed',
		message: 'The bulk export returned an error description instead of a file (job j)',
		description: `It says: Too many rows. If this is the beginning of the file itself, the file was cut off. ${GET_RESULT}`,
	},
	{
		name: 'a web page is not taken for what the service says',
		error: new ErrorDescription('<!DOCTYPE html><title>Sign in</title>'),
		kind: 'badAnswer',
		message: 'The response did not come from the service (job j)',
		description: `A web page came instead of the file: <!DOCTYPE html><title>Sign in</title>. If n8n uses a proxy, or its network has a sign-in page, ask the administrator of your n8n or of your network. ${GET_RESULT}`,
	},
	{
		name: 'what the user can fix needs the job ID, too',
		error: new InputError('No names', 'Choose.'),
		kind: 'badAnswer',
		message: 'No names (job j)',
		description: `Choose. ${GET_RESULT}`,
	},
	{
		name: 'a connection that broke off keeps its error',
		error: new ServiceError('noAnswer', 'Broke off'),
		kind: 'noAnswer',
		message: 'Broke off (job j)',
		description: GET_RESULT,
	},
])('$name', ({ error, kind, message, description }) => {
	const shown = bulkFileError(error, { jobId: 'j', shown: shownText });
	expect(shown).toMatchObject({ name: 'ServiceError', kind, jobId: 'j', message, description });
});

it('what goes wrong on this side is not blamed on the network', () => {
	const full = new Error('ENOSPC: no space left');
	expect(bulkFileError(full, { jobId: 'j', shown: shownText })).toMatchObject({
		name: 'LocalError',
		message: 'n8n could not process the file of the bulk export (job j)',
		description: `ENOSPC: no space left. This went wrong in n8n, not in the service. ${GET_RESULT}`,
		data: { jobId: 'j' },
	});
});
