import { bulkFileError } from '../../../../nodes/Analytics/bulkFile/bulkFileError';
import {
	assertIsFile,
	ErrorDescription,
} from '../../../../nodes/Analytics/bulkFile/errorDescription';
import { CsvError } from '../../../../nodes/Analytics/csv/csvError';
import { Utf8Error } from '../../../../nodes/Analytics/csv/utf8Text';
import { GzipError } from '../../../../nodes/Analytics/gzip/gzipError';
import { InputError, ServiceError } from '../../../../nodes/shared/errors';
import { shownText } from '../../../../nodes/shared/shownText';

const GET_RESULT =
	'To fetch it again, run Bulk Export > Get Result with this job ID within 24 hours.';
const of = (error: unknown) =>
	bulkFileError(error, { jobId: 'j', shown: shownText }) as ServiceError;

describe('bulkFileError', () => {
	it.each([
		new CsvError('raggedRow', 7, 'is ragged'),
		new GzipError('truncated', 'It ends.'),
		new Utf8Error(),
	])('calls a file damaged for a %p', (error) => {
		expect(of(error)).toBeInstanceOf(ServiceError);
		expect(of(error)).toMatchObject({
			kind: 'badAnswer',
			jobId: 'j',
			message: 'The file of the bulk export is damaged (job j)',
			description: `${error.message} Nothing of it was passed on. ${GET_RESULT}`,
		});
	});

	it('names the option for a file that is too large', () => {
		const error = of(new GzipError('tooLarge', 'Large.'));
		expect(error).toBeInstanceOf(InputError);
		expect(error.message).toBe(
			'The file of the bulk export is larger than Options > Max File Size (job j)',
		);
		expect(error.description).toBe(
			`Raise that option, choose a shorter date range, or use a file output. ${GET_RESULT}`,
		);
	});

	it('keeps what the user can mend, and names the job', () => {
		expect(of(new InputError('No names', 'Choose.'))).toMatchObject({
			name: 'InputError',
			message: 'No names',
			description: `Choose. ${GET_RESULT} (job j)`,
		});
		expect(of(new InputError('No names')).description).toBe(` ${GET_RESULT} (job j)`);
	});

	it('names the job in what the service failed with', () => {
		expect(of(new ServiceError({ kind: 'noAnswer', message: 'Broke off' }))).toMatchObject({
			message: 'Broke off (job j)',
			description: GET_RESULT,
		});
	});

	it.each([
		[
			'ENOSPC: no space left on device',
			Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' }),
		],
		['x is not a function', new TypeError('x is not a function')],
		['a text', 'a text'],
	])('does not blame the network for %s', (said, error) => {
		expect(of(error)).toMatchObject({
			name: 'LocalError',
			message: 'n8n could not process the file of the bulk export (job j)',
			description: `${said}. ${GET_RESULT}`,
		});
	});
});

describe('assertIsFile', () => {
	it.each([
		[[['Query result'], ['a', 'b'], ['1', '2']]],
		[
			[
				['a', 'b'],
				['1', '2'],
			],
		],
		[[['The query failed, sorry'], ['a', 'b'], ['1', '2'], ['3', '4']]],
		// A file without a byte describes nothing.
		[[]],
	])('takes %j for a table', (head) => {
		expect(() => assertIsFile(head)).not.toThrow();
	});

	it.each([
		[[['Failed']], 'Failed'],
		[[['Failed, sorry'], ['later']], 'Failed, sorry later'],
		[[['Failed'], ['a', 'b'], ['c']], 'Failed a,b c'],
		[[['Failed'], ['a', 'b'], ['c', 'd'], ['e']], 'Failed a,b c,d e'],
		[[['{"error":1'], ['"a":2', '"b":3}']], '{"error":1 "a":2,"b":3}'],
		[[['[1'], ['2', '3]']], '[1 2,3]'],
		[[['<html>'], ['a', 'b']], '<html> a,b'],
	])('takes %j for an error description', (head, text) => {
		expect(() => assertIsFile(head)).toThrow(ErrorDescription);
		expect(of(new ErrorDescription(text))).toMatchObject({
			kind: 'jobFailed',
			message: 'The bulk export returned an error description instead of a file (job j)',
			description: `It says: ${text || 'nothing'}`,
		});
		expect(() => assertIsFile(head)).toThrow(expect.objectContaining({ text }) as Error);
	});
});
