import { bulkFileError } from '../../../../nodes/Analytics/job/bulkFileError';
import { CutOffFile, ErrorDescription, NotCsv } from '../../../../nodes/Analytics/table/fileErrors';
import { GzipError } from '../../../../nodes/Analytics/table/gunzip';
import { InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/text';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';

interface Case {
	name: string;
	error: Error;
	kind: ServiceError['kind'];
	message: string;
	description: string;
}

it.each<Case>([
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
			'Row 7. Another download would be the same. It is not compressed with gzip, so Output > Compressed File does not return it either: ask the support of the service or your network administrator why.',
	},
	{
		name: 'a damaged file can be fetched again',
		error: new GzipError('It ends.'),
		kind: 'badAnswer',
		message: 'The file of the bulk export is damaged (job j)',
		description: `It ends. Nothing of it was passed on. ${GET_RESULT}`,
	},
	{
		name: 'a file that was cut off can be fetched again',
		error: new CutOffFile('It ends within a row.'),
		kind: 'badAnswer',
		message: 'The file of the bulk export is damaged (job j)',
		description: `It ends within a row. Nothing of it was passed on. ${GET_RESULT}`,
	},
	{
		name: 'an error description is quoted',
		error: new ErrorDescription('Too many rows'),
		kind: 'jobFailed',
		message: 'The bulk export returned an error description instead of a file (job j)',
		description: 'It says: Too many rows.',
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
		description: `ENOSPC: no space left. ${GET_RESULT}`,
		data: { jobId: 'j' },
	});
});
