import {
	keyOf,
	readState,
	type Remembered,
	savedDays,
	spanOf,
	stateOf,
} from '../../../../nodes/Analytics/actions/rememberedDays';

const entry: Remembered = {
	queryName: 'messages_by_day',
	filters: { flow: '001', storeId: '7' },
	timeZone: 'UTC',
	credential: '1',
	from: '2026-10-22',
	through: '2026-11-20',
	on: '2026-11-21',
	run: '12:0',
	before: { from: '2026-10-22', through: '2026-11-19' },
};

it('reads what it has written, as n8n keeps it', () => {
	const kept: unknown = JSON.parse(JSON.stringify(stateOf([entry])));
	expect(readState(kept)).toEqual([entry]);
	expect(savedDays(spanOf(entry))).toEqual({ from: entry.from, through: entry.through });
});

it('begins with nothing', () => {
	expect(readState(undefined)).toEqual([]);
});

it('equal requests have one key, in whatever order their filters stand', () => {
	expect(keyOf({ ...entry, filters: { storeId: '7', flow: '001' } })).toBe(keyOf(entry));
	const later: Remembered = { ...entry, through: '2026-11-21', run: '13:0' };
	expect(keyOf(later)).toBe(keyOf(entry));
});

it.each([
	['query', { queryName: 'messages_by_hour_block' }],
	['filter', { filters: { flow: '001' } }],
	['value of a filter', { filters: { flow: '001', storeId: '8' } }],
	['time zone', { timeZone: 'Asia/Kolkata' }],
	['credential', { credential: '2' }],
])('another %s has another key', (_, changes) => {
	expect(keyOf({ ...entry, ...changes })).not.toBe(keyOf(entry));
});

it('days keep their date, whatever time zone the computer is in', () => {
	expect(spanOf(entry).first.toISO()).toBe('2026-10-22T00:00:00.000Z');
});
