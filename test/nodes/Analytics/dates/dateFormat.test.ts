import { DateTime } from 'luxon';
import { formatDate } from '../../../../nodes/Analytics/dates/dateFormat';

const date = DateTime.fromISO('2026-11-01T10:20:30', { zone: 'America/Sao_Paulo' });

it.each([
	['date', '2026-11-01'],
	['dateTime', '2026-11-01T10:20:30.000-03:00'],
	['yyyy/MM/dd HH:mm', '2026/11/01 10:20'],
])('writes %s as %s', (format, text) => {
	expect(formatDate(date, format)).toBe(text);
});

it.each([' ', 'datetime', 'yyyy-MM', 'MM/dd', 'HH:mm', 'yyyy'])(
	'refuses %j, from which the day cannot be told',
	(format) => {
		expect(() => formatDate(date, format)).toThrow(
			'Options > Date Format does not write the whole date',
		);
	},
);
