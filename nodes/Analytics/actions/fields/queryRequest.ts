import type { INodeProperties } from 'n8n-workflow';
import { formatDate } from '../../dates/dateFormat';
import type { QueryBody } from '../../transport/analyticsApi';
import type { ItemContext } from '../itemContext';
import { dateRangeFields, readDays } from './dateRange';
import { readFilters } from './filters';
import { readOptions } from './options';
import { queryNameField, readQueryName } from './queryName';

/** The fields that make a query (section 2.1), less its filters. */
export const queryRequestFields: INodeProperties[] = [queryNameField, ...dateRangeFields];

/**
 * Reads the fields of a query into request bodies (section 2.1): one for each window of at most
 * 30 days, oldest first. All checks are made here, before an API call is used.
 *
 * @throws InputError naming the field and the fix
 */
export function readQueryRequests(item: ItemContext): QueryBody[] {
	const { dateFormat } = readOptions(item.parameter('options', {}), 'dateFormat');
	const queryName = readQueryName(item);
	const { timeZone, windows } = readDays(item);
	const customFilters = readFilters(item);

	return windows.map(({ start, end }) => ({
		queryName,
		timeZone,
		startDate: formatDate(start, dateFormat),
		endDate: formatDate(end, dateFormat),
		...(customFilters ? { customFilters } : {}),
	}));
}
