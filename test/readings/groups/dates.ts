import type { RequestReading } from '../../service/readings';
import type { OperationName } from '../operations';
import { type Group, type Reading, reading } from '../reading';

const ASKING: OperationName[] = ['query', 'run'];
const SAO_PAULO = { options: { timeZone: 'America/Sao_Paulo' } };
const OFFSETS = { timeZoneForm: 'offset' };
const WEEK = { dateRange: 'lastDays', days: 7 };

const excluded = (name: string, outcome: string, more: Partial<Reading>): Reading =>
	reading(`the last day is not included, ${name}`, ASKING, outcome, {
		readings: { request: { endDate: 'excluded' } },
		...more,
	});

/** What the service refuses unless the user says how it wants it. */
const particular = (
	name: string,
	request: RequestReading,
	credential: Reading['credential'] & object,
): Reading[] => {
	const [all, readings]: [OperationName[], object] = [[...ASKING, 'start'], { request }];
	const refused = 'error: refused … Service > Check';
	return [
		reading(`${name}, which nobody said`, all, refused, { readings }),
		reading(`${name}, as the credential says`, all, 'works', { readings, credential }),
	];
};

export const dates: Group = {
	title: 'Dates and time zones',
	section: '2.1',
	readings: [
		excluded('a range of one day', 'hint: End Date', { service: { rows: (_, days) => days } }),
		excluded('a range of seven days', 'short', { parameters: WEEK }),
		...['yesterday', 'lastDays'].map((dateRange) =>
			excluded(`as the credential says: ${dateRange}`, 'works', {
				parameters: { dateRange, days: 7 },
				credential: { endDateIncluded: false },
			}),
		),
		reading('time zones as names only', ASKING, 'works', {
			readings: { request: { timeZone: 'name' } },
			parameters: SAO_PAULO,
		}),
		...particular('time zones as offsets only', { timeZone: 'offset' }, OFFSETS),
		reading('time zones as offsets only, as the credential says: São Paulo', ASKING, 'works', {
			readings: { request: { timeZone: 'offset' } },
			parameters: SAO_PAULO,
			credential: OFFSETS,
		}),
		reading('dates without time only', ASKING, 'works', {
			readings: { request: { dates: 'withoutTime' } },
		}),
		...particular('dates with time only', { dates: 'withTime' }, { dateFormat: 'dateTime' }),
	],
};
