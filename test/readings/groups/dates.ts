import type { RequestReading } from '../../service/readings';
import { each, type Group, type OperationName, type Reading } from '../reading';

const ASKING: OperationName[] = ['query', 'run'];

/** What the service refuses unless the user says how it wants it. */
const particular = (
	name: string,
	request: RequestReading,
	{ hint, ...setting }: { hint: string } & Pick<Reading, 'credential' | 'parameters'>,
): Reading[] => [
	{
		name: `${name}, which nobody said`,
		readings: { request },
		expected: each([...ASKING, 'start'], `error: refused … ${hint}`),
	},
	{
		name: `${name}, as the user set it`,
		readings: { request },
		...setting,
		expected: each([...ASKING, 'start'], 'works'),
	},
];

const SAO_PAULO = { timeZone: 'America/Sao_Paulo' };
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
			expected: { query: 'hint: End Date', run: 'hint: End Date' },
		},
		...['yesterday', 'last7Days'].map((dateRange): Reading => ({
			name: `the last day is not included, as the credential says: ${dateRange}`,
			readings: { request: END_EXCLUDED },
			parameters: { dateRange },
			credential: { serviceDetails: true, endDateIncluded: false },
			expected: each(ASKING, 'works'),
		})),
		{
			name: 'time zones as names only',
			readings: { request: { timeZone: 'name' } },
			parameters: SAO_PAULO,
			expected: each(ASKING, 'works'),
		},
		...particular(
			'time zones as offsets only',
			{ timeZone: 'offset' },
			{
				hint: 'Time Zone',
				credential: { serviceDetails: true, timeZoneForm: 'offset' },
			},
		),
		{
			name: 'time zones as offsets only, as the credential says: São Paulo',
			readings: { request: { timeZone: 'offset' } },
			parameters: SAO_PAULO,
			credential: { serviceDetails: true, timeZoneForm: 'offset' },
			expected: each(ASKING, 'works'),
		},
		{
			name: 'dates without time only',
			readings: { request: { dates: 'withoutTime' } },
			expected: each(ASKING, 'works'),
		},
		...particular(
			'dates with time only',
			{ dates: 'withTime' },
			{ hint: 'Date Format', parameters: { options: { dateFormat: 'dateTime' } } },
		),
		{
			name: 'dates with time only, as the credential says',
			readings: { request: { dates: 'withTime' } },
			credential: { serviceDetails: true, dateFormat: 'dateTime' },
			expected: each(ASKING, 'works'),
		},
	],
};
