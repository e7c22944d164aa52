import { bulkFileError } from '../../../../nodes/Analytics/job/bulkFileError';
import { NotCsv } from '../../../../nodes/Analytics/table/whatFileIsInstead';
import { shownText } from '../../../../nodes/shared/text';

/* What else is made of an error is tested in downloads.test.ts. */

it.each([
	{ name: 'ServiceError', error: new NotCsv('Row 7.'), says: 'Row 7.' },
	// What goes wrong on this side is not blamed on the network.
	{ name: 'LocalError', error: new Error('ENOSPC: no space left'), says: 'ENOSPC: no space left.' },
])('the reason is a part of the error: $says', ({ name, error, says }) => {
	const description = expect.stringContaining(says) as string;
	const found = bulkFileError(error, { jobId: 'j', quote: shownText });
	expect(found).toMatchObject({ name, description });
});
