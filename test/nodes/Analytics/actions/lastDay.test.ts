import { DateTime } from 'luxon';
import type { ItemContext } from '../../../../nodes/Analytics/actions/itemContext';
import { LastDay } from '../../../../nodes/Analytics/actions/lastDay';

const ZONE = 'America/Sao_Paulo';
const day = (text: string) => DateTime.fromISO(text, { zone: ZONE });

interface Case {
	from?: string;
	to?: string;
	now?: string;
	endDateIncluded?: boolean;
}

/** The hints after rows of a range, which is 14 to 20 November by default. */
function hintsAfter(rows: object[], options: Case = {}): string[] {
	const { from = '2026-11-14', to = '2026-11-20', now = '2026-11-21T12:00:00Z' } = options;
	const { endDateIncluded = true } = options;
	const hints: string[] = [];
	const item = {
		serviceDetails: { endDateIncluded },
		now: () => new Date(now),
		hint: (message: string) => hints.push(message),
		sinceLastRun: { withholdDay: () => false },
	} as unknown as ItemContext;
	const lastDay = new LastDay(item, { start: day(from), end: day(to).endOf('day') });
	for (const row of rows) lastDay.see(row as Record<string, unknown>);
	lastDay.end(rows.length);
	return hints;
}

const ONE_DAY = { from: '2026-11-20' };
const SETTING = expect.stringMatching(/End Date Included under Service Details/) as string;
const rowsOf = (...days: string[]) => days.map((text) => ({ sent: 1, day: text }));

it('hints at the setting where a range of one day has no rows', () => {
	expect(hintsAfter([], ONE_DAY)).toEqual([SETTING]);
	expect(hintsAfter([])).toEqual([]);
	expect(hintsAfter(rowsOf('2026-11-20'), ONE_DAY)).toEqual([]);
});

it('hints at it where only the last day of several is missing', () => {
	expect(hintsAfter(rowsOf('2026-11-18', '2026-11-19T23:00:00Z'))).toEqual([SETTING]);
	expect(hintsAfter(rowsOf('2026-11-20', '2026-11-19'))).toEqual([]);
	expect(hintsAfter(rowsOf('2026-11-18'))).toEqual([]);
	expect(hintsAfter([{ user: 'a' }])).toEqual([]);
});

it('expects no rows of a day that is not over', () => {
	const rows = rowsOf('2026-11-19');
	expect(hintsAfter(rows, { now: '2026-11-21T02:00:00Z' })).toEqual([]);
	expect(hintsAfter(rows, { now: '2026-11-21T04:00:00Z' })).toEqual([SETTING]);
});

it('says nothing once the setting is off', () => {
	expect(hintsAfter([], { ...ONE_DAY, endDateIncluded: false })).toEqual([]);
	expect(hintsAfter(rowsOf('2026-11-19'), { endDateIncluded: false })).toEqual([]);
});
