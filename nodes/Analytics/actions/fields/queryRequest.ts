import type { INodeProperties } from 'n8n-workflow';
import type { DateRange } from '../../dates/dateRange';
import { hasTwoOffsets, requestDates } from '../../dates/requestDates';
import type { QueryBody } from '../../transport/analyticsApi';
import type { ItemContext } from '../itemContext';
import { dateRangeFields, otherDateRangeFields, readDays } from './dateRange';
import { readFilters } from './filters';
import { readOptions } from './options';
import { queryNameField, readQueryName } from './queryName';

/** The fields that make a query (section 2.1), less its filters. */
export const queryRequestFields: INodeProperties[] = [queryNameField, ...dateRangeFields];
/** The same without Since Last Run. */
export const otherQueryRequestFields: INodeProperties[] = [queryNameField, ...otherDateRangeFields];

const CLOCKS_CHANGE =
	'The clocks change within the range, and the credential sends the time zone as an offset (Service Details > Time Zone Form): after the change, days begin an hour off.';

export interface QueryRequest {
	body: QueryBody;
	/** The days that it asks for, in the time zone that was chosen. */
	days: DateRange;
}

/**
 * Reads the fields of a query into requests (section 2.1): one for each window of at most 30 days,
 * oldest first; none if nothing is new since the last run. All checks are made here, before an API call is used.
 *
 * @throws InputError naming the field and the fix
 */
export function readQueryRequests(item: ItemContext): QueryRequest[] {
	const { dateFormat = item.serviceDetails.dateFormat } = readOptions(
		item.parameter('options', {}),
		'dateFormat',
	);
	const form = { ...item.serviceDetails, dateFormat };
	const queryName = readQueryName(item);
	const customFilters = readFilters(item);
	const { timeZone, windows } = readDays(item, { queryName, filters: customFilters ?? {} });

	if (form.timeZoneForm === 'offset' && windows.some(hasTwoOffsets)) item.hint(CLOCKS_CHANGE);
	return windows.map((days) => ({
		body: {
			queryName,
			...requestDates(days, timeZone, form),
			...(customFilters ? { customFilters } : {}),
		},
		days,
	}));
}
