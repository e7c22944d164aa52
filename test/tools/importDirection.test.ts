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

// What the sources really import, `npm run lint` has let through.
it.each([
	['nodes/Analytics/dates/dateRange.ts', value('luxon')],
	['nodes/Notifications/transport/answer.ts', value('../message/phone')],
	['test/nodes/Analytics/csv/x.test.ts', value('../../../../nodes/Analytics/csv/csvReader')],
])('%s may: %s', (path, code) => {
	expect(messages(path, code)).toEqual([]);
});

const PURE = /pure: it must not import anything of n8n/;
const ONE_WAY = /^Imports go one way: besides itself, (\S+) may import/;

it.each([
	['nodes/Analytics/gzip/inflate.ts', value('../../shared/errors'), ONE_WAY],
	['nodes/Analytics/dates/dateRange.ts', type('n8n-workflow'), PURE],
	['nodes/Notifications/message/phone.ts', type('../transport/answer'), ONE_WAY],
	['nodes/Analytics/job/awaitJob.ts', type('../actions/operations'), ONE_WAY],
	['nodes/Analytics/actions/operations.ts', value('../Analytics.node'), /node file/],
	['nodes/Analytics/queries.ts', value('../Notifications/message/phone'), ONE_WAY],
	['credentials/ChatCommerceApi.credentials.ts', value('../nodes/Analytics/queries'), ONE_WAY],
	['nodes/shared/errors.ts', "export * from '../Analytics/queries';", ONE_WAY],
	['nodes/shared/errors.ts', "export { x } from '../Analytics/queries';", ONE_WAY],
	['nodes/shared/errors.ts', "await import('../Analytics/queries');", ONE_WAY],
	['nodes/shared/errors.ts', "type X = import('../Analytics/queries').X;", ONE_WAY],
])('%s must not: %s', (path, code, message) => {
	expect(messages(path, code)).toEqual([expect.stringMatching(message)]);
});

it('says what is allowed, and what is not', () => {
	expect(messages('nodes/Analytics/csv/csvReader.ts', value('../transport/schemas'))).toEqual([
		'Imports go one way: besides itself, nodes/Analytics/csv may import nodes/shared/errors, nodes/Analytics/gzip, but not nodes/Analytics/transport/schemas.',
	]);
});
