import type { RequestReading } from '../../service/readings';
import { each, type Group, type OperationName, type Reading } from '../reading';

const ASKING: OperationName[] = ['query', 'run'];

/** What the service refuses unless the user says how it wants it. */
const particular = (
	name: string,
	request: RequestReading,
	credential: Reading['credential'] & object,
): Reading[] => [
	{
		name: `${name}, which nobody said`,
		readings: { request },
		expected: each([...ASKING, 'start'], 'error: refused … Service > Check'),
	},
	{
		name: `${name}, as the credential says`,
		readings: { request },
		credential,
		expected: each([...ASKING, 'start'], 'works'),
	},
];

const SAO_PAULO = { options: { timeZone: 'America/Sao_Paulo' } };
const END_EXCLUDED: RequestReading = { endDate: 'excluded' };

export const dates: Group = {
	title: 'Dates and time zones',
	section: '2.1',
	readings: [
		{
			name: 'the last day is not included, a range of one day',
			readings: { request: END_EXCLUDED },
			service: { rows: (_, days) => days },
			expected: { query: 'hint: End Date', run: 'hint: End Date' },
		},
		{
			name: 'the last day is not included, a range of seven days',
			readings: { request: END_EXCLUDED },
			parameters: { dateRange: 'last7Days' },
			expected: each(ASKING, 'short'),
		},
		...['yesterday', 'last7Days'].map((dateRange): Reading => ({
			name: `the last day is not included, as the credential says: ${dateRange}`,
			readings: { request: END_EXCLUDED },
			parameters: { dateRange },
			credential: { endDateIncluded: false },
			expected: each(ASKING, 'works'),
		})),
		{
			name: 'time zones as names only',
			readings: { request: { timeZone: 'name' } },
			parameters: SAO_PAULO,
			expected: each(ASKING, 'works'),
		},
		...particular('time zones as offsets only', { timeZone: 'offset' }, { timeZoneForm: 'offset' }),
		{
			name: 'time zones as offsets only, as the credential says: São Paulo',
			readings: { request: { timeZone: 'offset' } },
			parameters: SAO_PAULO,
			credential: { timeZoneForm: 'offset' },
			expected: each(ASKING, 'works'),
		},
		{
			name: 'dates without time only',
			readings: { request: { dates: 'withoutTime' } },
			expected: each(ASKING, 'works'),
		},
		...particular('dates with time only', { dates: 'withTime' }, { dateFormat: 'dateTime' }),
	],
};
