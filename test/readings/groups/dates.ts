import type { RequestReading } from '../../service/readings';
import type { OperationName } from '../operations';
import { each, type Group, type Reading } from '../reading';

const ASKING: OperationName[] = ['query', 'run'];
const SAO_PAULO = { options: { timeZone: 'America/Sao_Paulo' } };
const END_EXCLUDED: RequestReading = { endDate: 'excluded' };

const asked = (
	name: string,
	request: RequestReading,
	expected: Reading['expected'],
	more: Partial<Reading> = {},
): Reading => ({ name, readings: { request }, expected, ...more });

/** What the service refuses unless the user says how it wants it. */
const particular = (
	name: string,
	request: RequestReading,
	credential: Reading['credential'] & object,
): Reading[] => {
	const all: OperationName[] = [...ASKING, 'start'];
	const refused = each(all, 'error: refused … Service > Check');
	return [
		asked(`${name}, which nobody said`, request, refused),
		asked(`${name}, as the credential says`, request, each(all, 'works'), { credential }),
	];
};

export const dates: Group = {
	title: 'Dates and time zones',
	section: '2.1',
	readings: [
		asked(
			'the last day is not included, a range of one day',
			END_EXCLUDED,
			each(ASKING, 'hint: End Date'),
			{ service: { rows: (_, days) => days } },
		),
		asked(
			'the last day is not included, a range of seven days',
			END_EXCLUDED,
			each(ASKING, 'short'),
			{ parameters: { dateRange: 'last7Days' } },
		),
		...['yesterday', 'last7Days'].map((dateRange) =>
			asked(
				`the last day is not included, as the credential says: ${dateRange}`,
				END_EXCLUDED,
				each(ASKING, 'works'),
				{ parameters: { dateRange }, credential: { endDateIncluded: false } },
			),
		),
		asked('time zones as names only', { timeZone: 'name' }, each(ASKING, 'works'), {
			parameters: SAO_PAULO,
		}),
		...particular('time zones as offsets only', { timeZone: 'offset' }, { timeZoneForm: 'offset' }),
		asked(
			'time zones as offsets only, as the credential says: São Paulo',
			{ timeZone: 'offset' },
			each(ASKING, 'works'),
			{ parameters: SAO_PAULO, credential: { timeZoneForm: 'offset' } },
		),
		asked('dates without time only', { dates: 'withoutTime' }, each(ASKING, 'works')),
		...particular('dates with time only', { dates: 'withTime' }, { dateFormat: 'dateTime' }),
	],
};
