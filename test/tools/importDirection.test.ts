import { Linter } from 'eslint';
import { parser } from 'typescript-eslint';

const configs = jest.requireActual<Linter.Config[]>('./importDirection.js');
const linter = new Linter({ configType: 'flat' });

const messages = (path: string, code: string) => {
	const parsing: Linter.Config = { files: ['**/*.ts'], languageOptions: { parser } };
	return linter.verify(code, [parsing, ...configs], path).map(({ message }) => message);
};

// What the sources really import, `npm run lint` has let through.
it.each([
	['nodes/Analytics/gzip/inflate.ts', '../../shared/errors', /go one way/],
	['nodes/Analytics/csv/csvReader.ts', '../transport/schemas', /go one way/],
	['nodes/shared/dates/dateRange.ts', 'n8n-workflow', /is pure/],
	['nodes/Analytics/actions/operations.ts', '../Analytics.node', /node file/],
	['credentials/X.credentials.ts', '../nodes/Analytics/actions/fields/queries', /go one way/],
])('%s must not import %s', (path, from, message) => {
	for (const code of [`import type { X } from '${from}';`, `export * from '${from}';`]) {
		expect(messages(path, code)).toEqual([expect.stringMatching(message)]);
	}
});
