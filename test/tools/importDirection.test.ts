import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

const config = jest.requireActual<Linter.Config>('./importDirection.js');
const linter = new Linter({ configType: 'flat' });

function messages(path: string, code: string): string[] {
	const parsing: Linter.Config = { files: ['**/*.ts'], languageOptions: { parser } };
	return linter.verify(code, [parsing, config], path).map(({ message }) => message);
}

const value = (from: string) => `import { x } from '${from}';`;
const type = (from: string) => `import type { X } from '${from}';`;

it.each([
	['nodes/Analytics/gzip/inflate.ts', value('./bitReader')],
	['nodes/Analytics/csv/readCsvGz.ts', value('../gzip/gunzip')],
	['nodes/Analytics/csv/csvReader.ts', value('../../shared/errors')],
	['nodes/Analytics/dates/dateRange.ts', value('luxon')],
	['nodes/Notifications/message/phone.ts', value('libphonenumber-js/min')],
	['nodes/Notifications/batching/batches.ts', type('../message/message')],
	['nodes/Analytics/transport/analyticsApi.ts', value('../../shared/client/serviceClient')],
	['nodes/Notifications/transport/notificationsApi.ts', type('../message/message')],
	['nodes/Analytics/bulkFile/fileToItems.ts', value('../csv/readCsvGz')],
	['nodes/Analytics/job/awaitJob.ts', value('../transport/analyticsApi')],
	['nodes/Analytics/job/awaitJob.ts', value('../bulkFile/withFile')],
	['nodes/Analytics/job/awaitJob.ts', value('../../shared/client/serviceClient')],
	['nodes/Notifications/sending/sendBatch.ts', value('../batching/batches')],
	['nodes/Analytics/actions/query/run.operation.ts', value('../../bulkFile/withFile')],
	['nodes/Analytics/actions/query/run.operation.ts', value('n8n-workflow')],
	['nodes/Analytics/Analytics.node.ts', value('./actions/operations')],
	['nodes/shared/client/serviceClient.ts', value('../credential/connection')],
	['credentials/ChatCommerceApi.credentials.ts', value('../nodes/shared/credential/region')],
	[
		'test/nodes/Analytics/csv/csvReader.test.ts',
		value('../../../../nodes/Analytics/csv/csvReader'),
	],
])('%s may: %s', (path, code) => {
	expect(messages(path, code)).toEqual([]);
});

const PURE = /pure: it must not import anything of n8n/;
const ONE_WAY = /^Imports go one way: besides itself, (\S+) may import/;
const NODE_FILE = /node file/;

it.each([
	['nodes/Analytics/gzip/inflate.ts', value('../../shared/errors'), ONE_WAY],
	['nodes/Analytics/gzip/inflate.ts', value('../csv/csvReader'), ONE_WAY],
	['nodes/Analytics/csv/csvReader.ts', value('../../shared/received'), ONE_WAY],
	['nodes/Analytics/csv/csvReader.ts', value('n8n-workflow'), PURE],
	['nodes/Analytics/dates/dateRange.ts', type('n8n-workflow'), PURE],
	['nodes/Notifications/message/message.ts', value('n8n-workflow'), PURE],
	['nodes/Notifications/message/message.ts', value('../batching/batches'), ONE_WAY],
	['nodes/Notifications/batching/batches.ts', value('../message/message'), ONE_WAY],
	['nodes/Analytics/transport/analyticsApi.ts', value('../bulkFile/jobState'), ONE_WAY],
	['nodes/Notifications/transport/notificationsApi.ts', value('../message/message'), ONE_WAY],
	['nodes/Analytics/bulkFile/withFile.ts', value('../actions/itemRun'), ONE_WAY],
	['nodes/Analytics/job/awaitJob.ts', type('../actions/itemRun'), ONE_WAY],
	['nodes/Notifications/sending/sendBatch.ts', value('../actions/rows'), ONE_WAY],
	['nodes/Analytics/actions/operations.ts', value('../Analytics.node'), NODE_FILE],
	['nodes/shared/client/serviceClient.ts', value('../../Analytics/queryNames'), ONE_WAY],
	['nodes/Analytics/actions/rowItems.ts', value('../../Notifications/actions/rows'), ONE_WAY],
	['nodes/Notifications/actions/rows.ts', type('../../Analytics/actions/rowItems'), ONE_WAY],
	['credentials/ChatCommerceApi.credentials.ts', value('../nodes/Analytics/queryNames'), ONE_WAY],
	['nodes/shared/errors.ts', "export * from '../Analytics/queryNames';", ONE_WAY],
	['nodes/shared/errors.ts', "export { x } from '../Analytics/queryNames';", ONE_WAY],
	['nodes/shared/errors.ts', "await import('../Analytics/queryNames');", ONE_WAY],
	['nodes/shared/errors.ts', "type X = import('../Analytics/queryNames').X;", ONE_WAY],
])('%s must not: %s', (path, code, message) => {
	expect(messages(path, code)).toEqual([expect.stringMatching(message)]);
});

it('says what is allowed, and what is not', () => {
	expect(messages('nodes/Analytics/csv/csvReader.ts', value('../transport/schemas'))).toEqual([
		'Imports go one way: besides itself, nodes/Analytics/csv may import nodes/shared/errors, nodes/Analytics/gzip, but not nodes/Analytics/transport/schemas.',
	]);
});
