import type { RequestReading } from '../../service/readings';
import { type Group, type Reading, reading } from '../reading';

const SAO_PAULO = { options: { timeZone: 'America/Sao_Paulo' } };

const read = (
	name: string,
	request: RequestReading,
	outcome: string,
	more: Partial<Reading> = {},
): Reading => reading(name, ['query', 'run'], outcome, { readings: { request }, ...more });

/** What the service refuses unless the user sets how it wants it. */
const particular = (
	name: string,
	request: RequestReading,
	credential: Reading['credential'] & object,
): Reading[] => [
	read(name, request, 'error: refused … Service > Check', { parameters: SAO_PAULO }),
	read(`${name}, as the credential says`, request, 'works', { credential, parameters: SAO_PAULO }),
];

export const dates: Group = {
	title: 'Dates and time zones (2.1)',
	readings: [
		...['yesterday', 'lastDays'].map((dateRange) =>
			read(`the last day is not included: ${dateRange}`, { endDate: 'excluded' }, 'works', {
				parameters: { dateRange, days: 7 },
				credential: { endDateIncluded: false },
			}),
		),
		read('names of time zones only', { timeZone: 'name' }, 'works', { parameters: SAO_PAULO }),
		...particular('offsets only', { timeZone: 'offset' }, { timeZoneForm: 'offset' }),
		read('dates without time only', { dates: 'withoutTime' }, 'works'),
		...particular('dates with time only', { dates: 'withTime' }, { dateFormat: 'dateTime' }),
	],
};
