import type { AnalyticsApi } from '../../../../nodes/Analytics/api/analyticsApi';
import { bulkFileError, jobFailure } from '../../../../nodes/Analytics/job/jobErrors';
import { Progress } from '../../../../nodes/Analytics/progress';
import { NotCsv } from '../../../../nodes/Analytics/table/fileErrors';
import { readPrefix } from '../../../../nodes/shared/http/body';
import { Secret } from '../../../../nodes/shared/http/redact';
import { quoteOf } from '../../../../nodes/shared/http/refusal';
import { asChunks } from '../../../support/chunks';

const TOKEN = 'a-token-of-some-length';
const fileOf = (chunks: AsyncIterable<Uint8Array>) =>
	({
		download: async () => ({
			readPrefix: async (maxBytes: number) => await readPrefix(chunks, maxBytes, new Secret(TOKEN)),
		}),
		client: { quote: quoteOf },
	}) as unknown as AnalyticsApi;
const fileIs = (content: string | Uint8Array) => fileOf(asChunks(Buffer.from(content), 10_000));

const failureOf = async (api: AnalyticsApi, ErrorMessage: string | null, Status = 'ERROR') =>
	await jobFailure(
		{ api, progress: new Progress(new AbortController().signal) },
		{ JobId: 'j', Status, HasError: true, ErrorMessage },
	);
const described = (words: string) => ({
	kind: 'jobFailed',
	message: 'The bulk export failed (job j)',
	description: `The service said: ${words} Check the query, its dates and its filters, and start the export again.`,
});

describe('the file of a job that failed', () => {
	it('is quoted', async () => {
		const error = await failureOf(fileIs('Too many rows\n'), 'Quota');
		expect(error).toMatchObject(described('Quota. The file says: Too many rows.'));
	});

	it.each([
		{ what: 'it is empty', api: fileIs(' \n') },
		{ what: 'it is no text', api: fileIs(Uint8Array.of(0x1f, 0x8b, 0xff, 0x80)) },
		{ what: 'it cannot be had', api: { client: { quote: quoteOf } } as unknown as AnalyticsApi },
		// What is left of the token where the text is cut must not be shown either.
		{ what: 'it ends within the token', api: fileIs(`${' '.repeat(65_530)}${TOKEN}`) },
	])('is left out if $what', async ({ api }) => {
		expect(await failureOf(api, 'Quota')).toMatchObject(described('Quota.'));
	});
});

it('a job that failed without an ErrorMessage has its Status shown', async () => {
	expect(await failureOf(fileIs(''), null, 'ABORTED')).toMatchObject(described('Status ABORTED.'));
});

it('a file that is no CSV can be looked at', () => {
	const error = bulkFileError(new NotCsv('Row 7.'), 'j', fileIs(''));
	const message = 'The file of the bulk export is not a CSV file (job j)';
	const description = 'Row 7. To look at the file, choose Output > Compressed File.';
	expect(error).toMatchObject({ message, description });
});
