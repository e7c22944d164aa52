import { QUERY_NAMES } from '../../nodes/Analytics/operations/fields/queries';
import { csvText } from './bulkFile';
import { defaultOptions } from './options';
import { checkQuery } from './queryRequest';
import { jsonRecords, type RecordsRequest, type Value } from './records';

/* What the simulated service tells of a day is the same however it is asked for, as with real data. */

const options = defaultOptions();

function dayBefore(days: number): string {
	return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

/** For so many days, the last of which is yesterday. */
function requestOf(queryName: string, days: number): RecordsRequest {
	const body = { queryName, timeZone: 'UTC', startDate: dayBefore(days), endDate: dayBefore(1) };
	return checkQuery(body, { options, isBulk: true }).request;
}

function recordsOf(queryName: string, days: number): Array<Array<[string, Value]>> {
	return [...jsonRecords(requestOf(queryName, days))];
}

it.each(QUERY_NAMES)('a day has the same records of %s in each range', (queryName) => {
	const ofOneDay = recordsOf(queryName, 1);
	const ofAWeek = recordsOf(queryName, 7);
	expect(ofOneDay.length).toBeGreaterThan(0);
	expect(ofAWeek).toHaveLength(7 * ofOneDay.length);
	expect(ofAWeek.slice(-ofOneDay.length)).toEqual(ofOneDay);
});

it('a file has the same records, with the columns in the same order', () => {
	const [record = []] = recordsOf('messages_by_day', 1);
	const file = [...csvText(options, requestOf('messages_by_day', 1))].join('');
	const [, names, firstRow] = file.split('\n');
	expect(names).toBe(record.map(([name]) => name).join(','));
	expect(firstRow).toBe(record.map(([, value]) => value).join(','));
});
