import { bulkFileError } from '../../../../nodes/Analytics/job/bulkFileError';
import { DamagedFile } from '../../../../nodes/Analytics/table/gunzip';
import { NotCsv } from '../../../../nodes/Analytics/table/whatFileIsInstead';
import { ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/text';

it.each([
	{
		name: 'a file that is no CSV',
		error: new NotCsv('Row 7.'),
		kind: 'badAnswer',
		says: ['Row 7.'],
	},
	{
		name: 'a damaged file was not passed on',
		error: new DamagedFile('It ends.'),
		kind: 'badAnswer',
		says: ['It ends. Nothing of it was passed on.'],
	},
	{
		name: 'a connection that broke off keeps its error',
		error: new ServiceError('noAnswer', 'Broke off'),
		kind: 'noAnswer',
		says: [],
	},
])('$name', ({ error, kind, says }) => {
	const found = bulkFileError(error, { jobId: 'j', quote: shownText }) as ServiceError;
	expect(found).toMatchObject({ name: 'ServiceError', kind });
	expect(found.message).toContain('(job j)');
	for (const text of says) expect(found.description).toContain(text);
});

it('what goes wrong on this side is not blamed on the network', () => {
	const full = new Error('ENOSPC: no space left');
	const error = bulkFileError(full, { jobId: 'j', quote: shownText });
	expect(error).toMatchObject({
		name: 'LocalError',
		message: 'n8n could not process the file of the bulk export (job j)',
	});
	expect(error).toHaveProperty('description', expect.stringContaining('ENOSPC: no space left.'));
});
