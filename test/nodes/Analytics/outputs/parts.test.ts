import '../../../support/quickWaits';
import type { INodeParameters } from 'n8n-workflow';
import { bulkExport, runAnalytics, sendFiles } from '../../../support/analyticsNode';
import { serviceForEach } from '../../../support/serviceForEach';

const service = serviceForEach();

describe('Of two parts, one has no rows', () => {
	const TABLE = 'day,orders\n2026-11-01,4\n2026-11-02,4\n';

	async function hintsOf({ files, options }: { files: string[]; options: INodeParameters }) {
		sendFiles(service, ...files);
		const range = { dateRange: 'lastDays', days: 60 };
		const { hints } = await runAnalytics(service, bulkExport({ ...range, options }));
		return hints.filter(({ message }) => message.includes('has no rows'));
	}

	it('its days and its job are named', async () => {
		const files = [`x\n${TABLE}`, 'x\nday,orders\n'];
		const [hint] = await hintsOf({ files, options: { columnNames: 'secondRow' } });
		const jobId = [...service.jobs.keys()].at(-1);
		expect(hint?.message).toMatch(
			new RegExp(`^The file of .{10} to .{10} \\(job ${jobId}\\) has no rows\\.$`),
		);
	});

	it.each(['day,orders', 'orders,day'])(
		'the names of the first part alone are no warning: %s',
		async (names) => {
			const files = [TABLE, `${names}\n`];
			const [hint, ...others] = await hintsOf({ files, options: { columnNames: 'firstRow' } });
			expect(hint).not.toHaveProperty('type');
			expect(hint?.message).not.toContain(names);
			expect(others).toEqual([]);
		},
	);

	it('an error of two lines is a warning, where its second line is taken for names', async () => {
		const files = [`x\n${TABLE}`, 'Error\nquota exceeded\n'];
		const [hint] = await hintsOf({ files, options: { columnNames: 'secondRow' } });
		expect(hint).toMatchObject({ type: 'warning' });
		expect(hint?.message).toContain('quota exceeded');
	});

	it('the first one is a warning, even if the Limit is reached in the second one', async () => {
		const files = ['Quota exceeded\n', `x\n${TABLE}`];
		const options = { columnNames: 'secondRow', maxRows: 1 };
		const [hint] = await hintsOf({ files, options });
		expect(hint?.message).toContain('Quota exceeded');
	});
});

it('parts whose names have accents in two encodings of Unicode have the same columns', async () => {
	sendFiles(service, 'x\nregi\u00e3o,n\nNorte,1\n', 'x\nregia\u0303o,n\nSul,2\n');
	const parameters = { dateRange: 'lastDays', days: 60, options: { columnNames: 'secondRow' } };
	const { items, error } = await runAnalytics(service, bulkExport(parameters));
	expect(error).toBeUndefined();
	expect(items.map(({ json }) => json['regi\u00e3o'])).toEqual(['Norte', 'Sul']);
});

describe('If the query has no records', () => {
	const empty = serviceForEach({ rows: 0 });

	it('the second line of a file, which is taken for names, is shown, as it may be an error', async () => {
		sendFiles(empty, 'Export failed\nQuota exceeded, try later\n');
		const { hints } = await runAnalytics(empty, bulkExport({ output: 'csvFile' }));
		expect(hints.map(({ message }) => message)).toContain(
			'The bulk export has no rows. All that it has is: Quota exceeded, try later',
		);
	});
});
