import type { RequestReading } from '../../service/readings';
import { type Group, type Reading, reading } from '../reading';

const SAO_PAULO = { options: { timeZone: 'America/Sao_Paulo' } };
const OFFSETS = { timeZoneForm: 'offset' };

const read = (
	name: string,
	request: RequestReading,
	outcome: string,
	more: Partial<Reading> = {},
): Reading => reading(name, ['query', 'run'], outcome, { readings: { request }, ...more });

const LAST_DAY = 'the last day is not included';
const EXCLUDED: RequestReading = { endDate: 'excluded' };

/** What the service refuses unless the user sets how it wants it. */
const particular = (
	name: string,
	request: RequestReading,
	credential: Reading['credential'] & object,
): Reading[] => [
	read(name, request, 'error: refused … Service > Check'),
	read(`${name}, as the credential says`, request, 'works', { credential }),
];

export const dates: Group = {
	title: 'Dates and time zones (2.1)',
	readings: [
		read(`${LAST_DAY}, a range of one day`, EXCLUDED, 'hint: End Date', {
			service: { rows: (_, days) => days },
		}),
		read(`${LAST_DAY}, a range of seven days`, EXCLUDED, 'short', {
			parameters: { dateRange: 'lastDays', days: 7 },
		}),
		...['yesterday', 'lastDays'].map((dateRange) =>
			read(`${LAST_DAY}, as the credential says: ${dateRange}`, EXCLUDED, 'works', {
				parameters: { dateRange, days: 7 },
				credential: { endDateIncluded: false },
			}),
		),
		read('names of time zones only', { timeZone: 'name' }, 'works', { parameters: SAO_PAULO }),
		...particular('offsets only', { timeZone: 'offset' }, OFFSETS),
		read('offsets only, as the credential says: São Paulo', { timeZone: 'offset' }, 'works', {
			parameters: SAO_PAULO,
			credential: OFFSETS,
		}),
		read('dates without time only', { dates: 'withoutTime' }, 'works'),
		...particular('dates with time only', { dates: 'withTime' }, { dateFormat: 'dateTime' }),
	],
};
