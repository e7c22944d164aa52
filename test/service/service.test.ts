import { QUERY_NAMES } from '../../nodes/Analytics/operations/fields/queries';
import { csvText } from './bulkFile';
import { defaultOptions } from './options';
import { checkQuery } from './queryRequest';
import { jsonRecords } from './records';

/* What the simulated service tells of a day is the same, however one asks: as in real data. */

const options = defaultOptions();
const day = (daysAgo: number) =>
	new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

function requestOf(queryName: string, days: number) {
	const dates = { timeZone: 'UTC', startDate: day(days), endDate: day(1) };
	return checkQuery({ queryName, ...dates }, { options, isBulk: true }).request;
}
const recordsOf = (queryName: string, days: number) => [...jsonRecords(requestOf(queryName, days))];

it.each(QUERY_NAMES)('a day has the same records in each range: %s', (queryName) => {
	const [one, all] = [recordsOf(queryName, 1), recordsOf(queryName, 7)];
	expect(one.length).toBeGreaterThan(0);
	expect(all).toHaveLength(7 * one.length);
	expect(all.slice(-one.length)).toEqual(one);
});

it('records have IDs of their own', () => {
	const orders = recordsOf('commerce_summary_by_order', 30).map(Object.fromEntries);
	const ids = orders.map((order) => (order as { order_id: string }).order_id);
	expect(new Set(ids).size).toBe(30 * 20);
});

it('a file has the same records, with the columns in the same order', () => {
	const [record = []] = recordsOf('messages_by_day', 1);
	const file = [...csvText(options, requestOf('messages_by_day', 1))].join('');
	const [, names, first] = file.split('\n');
	expect(names).toBe(record.map(([name]) => name).join(','));
	expect(first).toBe(record.map(([, value]) => value).join(','));
});
