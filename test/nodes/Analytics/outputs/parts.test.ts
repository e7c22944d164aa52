import '../../../support/quickWaits';
import { gzipSync } from 'node:zlib';
import type { INodeParameters } from 'n8n-workflow';
import { asItems } from '../../../../nodes/Analytics/outputs/items';
import { OUTPUTS } from '../../../../nodes/Analytics/outputs/outputs';
import { type Part, withParts } from '../../../../nodes/Analytics/outputs/parts';
import { bulkExport, runAnalytics } from '../../../support/analyticsNode';
import { serviceForEach } from '../../../support/serviceForEach';

/*
 * An output that forgets to read something passes nothing on. A new output that is written in such a way takes the place of
 * Items here.
 */

const service = serviceForEach();
afterEach(() => {
	OUTPUTS.items.write = asItems;
});

type Parts = AsyncIterable<Part>;

/** Runs an export of two parts with an output that reads its parts in this way. */
async function runWith(read: (parts: Parts) => Promise<void>) {
	OUTPUTS.items.write = async (finished) => {
		const options = { keepsCells: false, needsSameColumns: true };
		await withParts(finished, options, read);
		return [{ json: { passedOn: true } }];
	};
	const rows = 'some,values\n'.repeat(50_000);
	for (let part = 0; part < 2; part += 1) {
		service.faults.add('download', { kind: 'file', bytes: gzipSync(`x\na,b\n${rows}`) });
	}
	const options = { columnNames: 'secondRow' };
	return await runAnalytics(service, bulkExport({ dateRange: 'lastDays', days: 60, options }));
}

it.each([
	{
		what: 'the second part',
		read: async (parts: Parts) => {
			for await (const { table, columns } of parts) {
				for await (const rows of table.rows(columns)) rows.at(0);
				break;
			}
		},
	},
	{
		what: 'the last rows of a part',
		read: async (parts: Parts) => {
			for await (const { table, columns } of parts) {
				for await (const rows of table.rows(columns)) if (rows.length > 0) break;
			}
		},
	},
])('an output that forgets $what passes nothing on', async ({ read }) => {
	const { items, error } = await runWith(read);
	expect(items).toEqual([]);
	expect(error?.description).toContain('nothing has shown that it is whole');
});

it('an output that reads all rows of all parts passes them on', async () => {
	const { items } = await runWith(async (parts) => {
		for await (const { table, columns } of parts) {
			for await (const piece of table.text(columns)) piece.at(0);
		}
	});
	expect(items).toMatchObject([{ json: { passedOn: true } }]);
});

describe('Of two parts, one has no rows', () => {
	const TABLE = 'day,orders\n2026-11-01,4\n2026-11-02,4\n';

	async function hintsOf({ files, options }: { files: string[]; options: INodeParameters }) {
		for (const text of files) {
			service.faults.add('download', { kind: 'file', bytes: gzipSync(text) });
		}
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

	it('an empty file is a warning', async () => {
		const files = [`x\n${TABLE}`, ''];
		const hints = await hintsOf({ files, options: { columnNames: 'secondRow' } });
		expect(hints).toMatchObject([{ type: 'warning' }]);
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

	it('any other line is a warning, where it is taken for names', async () => {
		const files = [TABLE, 'Quota exceeded\n'];
		const [hint] = await hintsOf({ files, options: { columnNames: 'firstRow' } });
		expect(hint).toMatchObject({ type: 'warning' });
		expect(hint?.message).toContain('Quota exceeded');
	});

	it('the first one is a warning, even if the Limit is reached in the second one', async () => {
		const files = ['Quota exceeded\n', `x\n${TABLE}`];
		const options = { columnNames: 'secondRow', maxRows: 1 };
		const [hint] = await hintsOf({ files, options });
		expect(hint?.message).toContain('Quota exceeded');
	});
});

it('a warning about a damaged file does not stay when the file is fetched again', async () => {
	// Its names are read long before its end shows that it is damaged.
	const rows = `x\nday,orders\n${'2026-11-01,4\n'.repeat(20_000)}`;
	const whole = gzipSync(rows);
	const damaged = gzipSync(rows, { level: 0 });
	damaged[damaged.indexOf('orders')] = 'p'.charCodeAt(0);
	for (const bytes of [whole, damaged, whole, whole]) {
		service.faults.add('download', { kind: 'file', bytes });
	}
	const { items, hints } = await runAnalytics(
		service,
		bulkExport({ dateRange: 'lastDays', days: 60, options: { columnNames: 'secondRow' } }),
	);
	expect(items).toHaveLength(40_000);
	expect(hints.map(({ message }) => message).join()).not.toContain('different columns');
});
