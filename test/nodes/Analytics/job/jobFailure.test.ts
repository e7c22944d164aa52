import { jobFailure, warnOfMessage } from '../../../../nodes/Analytics/job/awaitJob';
import { saidText } from '../../../../nodes/shared/http/refusal';
import { shownText } from '../../../../nodes/shared/shownText';
import type { AnalyticsApi } from '../../../../nodes/Analytics/transport/analyticsApi';
import { asChunks } from '../../../support/chunks';

const shown = (text: string) => shownText(saidText(text));
const fileOf = (chunks: AsyncIterable<Uint8Array>) =>
	({ download: async () => ({ chunks }), shown }) as unknown as AnalyticsApi;
const fileIs = (content: string | Uint8Array) => fileOf(asChunks(Buffer.from(content), 10_000));

const failureOf = async (api: AnalyticsApi, ErrorMessage: unknown, Status = 'ERROR') =>
	await jobFailure(api, 'j', { JobId: 'j', Status, HasError: true, ErrorMessage });
const described = (words: string) => ({
	kind: 'jobFailed',
	jobId: 'j',
	message: 'The bulk export failed (job j)',
	description: `The service said: ${words} Check the query, its dates and its filters, and start the export again.`,
});

it.each<[string, string, AnalyticsApi]>([
	[
		'says what it says',
		'Quota. The file says: Too many rows. Sorry.',
		fileIs('Too many rows.\nSorry'),
	],
	['says it in words', 'Quota. The file says: No slots.', fileIs('{"error":"No slots."}')],
	['leaves it out if it is empty', 'Quota.', fileIs(' \n')],
	['leaves it out if it is no text', 'Quota.', fileIs(Uint8Array.of(0x1f, 0x8b, 0xff, 0x80))],
	['leaves it out if it cannot be had', 'Quota.', { shown } as AnalyticsApi],
])('of the file, %s', async (_, words, api) => {
	expect(await failureOf(api, 'Quota')).toMatchObject(described(words));
});

it.each<[unknown, words?: string]>([
	['No slots', 'No slots.'],
	['No slots!', 'No slots!'],
	[{ code: 12, reason: 'No slots' }, 'No slots.'],
	[['No slots', 'Late'], '["No slots","Late"].'],
	['एरर', 'एरर.'],
	['None', 'None.'],
	[0, '0.'],
	...[null, undefined, '', ' '].map((none): [unknown] => [none]),
])(
	'an ErrorMessage %j is shown, and is a warning of a job that is done',
	async (message, ...words) => {
		const [shownWords = 'Status ABORTED.'] = words;
		expect(await failureOf(fileIs(''), message, 'ABORTED')).toMatchObject(described(shownWords));
		const warnings: string[] = [];
		const record = { JobId: 'j', Status: 'DONE', HasError: false, ErrorMessage: message };
		warnOfMessage((warning) => warnings.push(warning), fileIs(''), record);
		const begin = 'The bulk export is done, but rows may be missing. The service said:';
		expect(warnings).toEqual(words.map((said) => `${begin} ${said}`));
	},
);

it('reads no more of the file than is shown', async () => {
	let fetched = 0;
	async function* chunks() {
		for await (const chunk of asChunks(Buffer.from('x'.repeat(1 << 20)), 10_000)) {
			fetched += chunk.length;
			yield chunk;
		}
	}
	const { description = '' } = await failureOf(fileOf(chunks()), 'Quota');
	expect(description).toContain('The file says: xxx');
	expect(description.length).toBeLessThan(500);
	expect(fetched).toBeLessThan(100_000);
});
