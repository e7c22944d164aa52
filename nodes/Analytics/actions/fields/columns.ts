import type { ILoadOptionsFunctions, INodePropertyOptions } from 'n8n-workflow';
import { connectionOf } from '../../../shared/credential/connection';
import { InputError } from '../../../shared/errors';
import { CREDENTIAL } from '../../../shared/http/client';
import { datesOf } from '../../../shared/dates/requestDates';
import { analyticsApi } from '../api';
import { readQueryName } from './request';

/** The columns of a query, to choose Output Columns from: those of its latest record. */
export async function getColumns(this: ILoadOptionsFunctions): Promise<INodePropertyOptions[]> {
	const connection = connectionOf(await this.getCredentials(CREDENTIAL));
	const queryName = readQueryName(this.getCurrentNodeParameter('queryName'));
	const days = { dateRange: 'lastDays', days: 30, timeZone: this.getTimezone() } as const;
	const dates = datesOf(days, new Date(), connection.details);
	const { signal } = new AbortController();
	const api = analyticsApi({ context: this, connection, signal });
	const [record] = await api.query({ queryName, ...dates, limit: '1' });
	if (record) return Object.keys(record).map((name) => ({ name, value: name }));
	throw new InputError(
		`The query ${queryName} has no record in the last 30 days to take the columns from`,
		'Enter their names by an expression, such as {{ ["day", "orders"] }}.',
	);
}
