import { jobFailure } from '../../../../nodes/Analytics/job/jobFailure';
import { shownText } from '../../../../nodes/shared/shownText';
import type { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';
import { asChunks } from '../../../support/chunks';

const ADVICE = 'Check the query, its dates and its filters, and start the export again.';
const record = (Status: string) => ({ JobId: 'j', Status, HasError: true });
const apiOf = (download: () => Promise<object>) =>
	({ download, shown: shownText }) as unknown as AnalyticsApi;
const fileIs = (content: string | Uint8Array) =>
	apiOf(async () => ({ chunks: asChunks(Buffer.from(content)) }));

it('says what the record and the file say', async () => {
	const error = await jobFailure(fileIs('Too many rows.\nSorry'), 'j', {
		...record('ERROR'),
		ErrorMessage: 'Quota',
	});
	expect(error).toMatchObject({
		kind: 'jobFailed',
		jobId: 'j',
		message: 'The bulk export failed (job j)',
		description: `The service said: Quota. The file says: Too many rows. Sorry. ${ADVICE}`,
	});
});

it.each<[string, AnalyticsApi]>([
	['is empty', fileIs(' \n')],
	['is no text', fileIs(Uint8Array.of(0x1f, 0x8b, 0xff, 0x80))],
	['cannot be had', apiOf(async () => await Promise.reject(new Error('no')))],
])('names the status if there is no message, and leaves out a file that %s', async (_, api) => {
	const { description } = await jobFailure(api, 'j', record('ABORTED'));
	expect(description).toBe(`The service said: Status ABORTED. ${ADVICE}`);
});

it.each([
	['No slots', 'No slots'],
	[{ code: 12, reason: 'No slots' }, 'No slots'],
	[['No slots', 'Late'], 'No slots, Late'],
	[4711, '4711'],
	[' ', 'Status ERROR'],
	[null, 'Status ERROR'],
])('shows an ErrorMessage of any type: %j', async (ErrorMessage, words) => {
	const error = await jobFailure(fileIs(''), 'j', { ...record('ERROR'), ErrorMessage });
	expect(error.description).toBe(`The service said: ${words}. ${ADVICE}`);
});

it('reads no more of the file than is shown', async () => {
	let fetched = 0;
	async function* chunks() {
		for await (const chunk of asChunks(Buffer.from('x'.repeat(1 << 20)), 10_000)) {
			fetched += chunk.length;
			yield chunk;
		}
	}
	const api = apiOf(async () => ({ chunks: chunks() }));
	const { description = '' } = await jobFailure(api, 'j', record('ERROR'));
	expect(description).toContain('The file says: xxx');
	expect(description.length).toBeLessThan(500);
	expect(fetched).toBeLessThan(100_000);
});
