import fc from 'fast-check';
import { DateTime } from 'luxon';
import { type DateField, readDate } from '../../../../nodes/shared/dates/readDate';
import { seeded } from '../../../support/cuts';

/** The day that is read from a value of Start Date, in São Paulo unless the options say otherwise. */
function read(text: string, options: Partial<DateField> = {}): string {
	const day = readDate({ text, field: 'Start Date', timeZone: 'America/Sao_Paulo', ...options });
	return day.toFormat('yyyy-MM-dd');
}

describe('a day is read from', () => {
	it.each([
		{ text: '2026-11-01', day: '2026-11-01' },
		// A time with an offset is a moment, so its day is the one that it is then in São Paulo.
		{ text: '2026-11-01T03:00:00.000Z', day: '2026-11-01' },
		{ text: '2026-11-01T02:59:59.999Z', day: '2026-10-31' },
		{ text: '2026-11-01 10:00:00 +14:00', day: '2026-10-31' },
		{ text: '2026-11-01T10:00:00+14:00[Pacific/Kiritimati]', day: '2026-10-31' },
		// Midnight in UTC is a day of a database, whatever time that is in São Paulo.
		{ text: '2026-11-01T00:00:00.000Z', day: '2026-11-01' },
		{ text: '2026-11-01 00:00:00 UTC', day: '2026-11-01' },
		{ text: '2026-11-01T00:00:00+00:00[UTC]', day: '2026-11-01' },
		{ text: '2026-11-01 02:00:00 UTC', day: '2026-10-31' },
		// But not in the evening of another time zone.
		{ text: '2026-10-31T21:00:00.000-03:00', day: '2026-10-31' },
		{ text: '2026-11-01T00:00:00.001Z', day: '2026-10-31' },
	])('$text, which is $day', ({ text, day }) => {
		expect(read(text)).toBe(day);
	});

	it('a day whose midnight never comes, as that of a change to summer time in the Azores', () => {
		const timeZone = 'Atlantic/Azores';
		const day = '2026-03-29';
		const startOfDay = DateTime.fromISO(`${day}T12:00`, { zone: timeZone }).startOf('day');
		expect(read(day, { timeZone })).toBe(day);
		expect(read(`${day}T00:00:00`, { timeZone })).toBe(day);
		expect(read(String(startOfDay.toISO()), { timeZone })).toBe(day);
	});
});

it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
	'a day of a database is that day in %s, and the midnight of a day there is that day, too',
	(timeZone) => {
		expect(read('2026-07-01T00:00:00.000Z', { timeZone })).toBe('2026-07-01');
		const startOfDay = DateTime.fromISO('2026-07-01', { zone: timeZone });
		expect(read(String(startOfDay.toISO()), { timeZone })).toBe('2026-07-01');
		expect(read(startOfDay.toJSDate().toJSON(), { timeZone })).toBe('2026-07-01');
	},
);

describe('a text without an offset means the day that it names', () => {
	it('even if the clocks there have left out the whole day', () => {
		expect(read('2011-12-30', { timeZone: 'Pacific/Apia' })).toBe('2011-12-30');
	});

	it('at any time, in any time zone, in ISO and in SQL form', () => {
		const time = fc.date({
			min: new Date('2000-01-01'),
			max: new Date('2050-01-01'),
			noInvalidDate: true,
		});
		const timeZone = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
		const shape = fc.constantFrom(
			'2026-11-01',
			'2026-11-01T10:00',
			'2026-11-01T10:00:00',
			'2026-11-01T10:00:00.000',
			'2026-11-01 10:00:00',
		);
		const checkDay = (date: Date, zone: string, like: string) => {
			const iso = date.toISOString().slice(0, like.length);
			const text = like.includes(' ') ? iso.replace('T', ' ') : iso;
			return read(text, { timeZone: zone }) === text.slice(0, '2026-11-01'.length);
		};
		fc.assert(fc.property(time, timeZone, shape, checkDay), seeded(1_000));
	});
});

describe('does not guess a date from', () => {
	it.each([
		'2026-11',
		'2026-W45-1',
		'20261101',
		'2026-02-30',
		'2026-11-01T24:00',
		'2026-11-01 24:00:00',
		'2026-11-01 10:00:00 Nowhere/None',
		'tomorrow',
		'1793545200',
		'Invalid DateTime',
	])('%s', (text) => {
		expect(() => read(text)).toThrow(/^Start Date is not a date: /);
	});

	it('an empty text', () => {
		expect(() => read('', { field: 'End Date' })).toThrow('End Date is empty');
	});
});

it.each(['2026-02-29T10:00', '2026-13-01'])('%s is no day of the calendar', (date) => {
	const description = expect.stringContaining('a day of the calendar') as string;
	expect(() => read(date)).toThrow(expect.objectContaining({ description }) as Error);
});
