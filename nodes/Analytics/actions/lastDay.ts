import { dayOf, written } from '../dates/calendarDays';
import type { DateRange } from '../dates/dateRange';
import type { ItemContext } from './itemContext';

const SEE_SETTING =
	'If you expected some, the service may leave out the End Date: turn off End Date Included under Service Details in the credential.';

const NEXT_RUN = 'The next run gets this day again.';

/**
 * Watches the rows of a range for signs that the service leaves out its end date, which the
 * specification does not tell (section 2.1), and which would otherwise go unnoticed.
 */
export class LastDay {
	readonly #item: ItemContext;
	readonly #days: DateRange;
	readonly #last: string;
	readonly #dayBefore: string;
	/** Undefined until the first row. */
	#dateColumns: string[] | undefined;
	#hasLast = false;
	#hasDayBefore = false;

	constructor(item: ItemContext, days: DateRange) {
		this.#item = item;
		this.#days = days;
		this.#last = written(days.end);
		this.#dayBefore = written(days.end.minus({ days: 1 }));
	}

	see(row: Record<string, unknown>): void {
		if (this.#hasLast) return;
		this.#dateColumns ??= Object.keys(row).filter((name) => isDate(row[name]));
		for (const name of this.#dateColumns) {
			const value = row[name];
			if (typeof value !== 'string') continue;
			this.#hasLast ||= value.startsWith(this.#last);
			this.#hasDayBefore ||= value.startsWith(this.#dayBefore);
		}
	}

	/** To be called with the number of all rows, once they were seen. */
	end(rows: number): void {
		if (!this.#item.serviceDetails.endDateIncluded) return;
		const { start, end } = this.#days;
		if (rows === 0 && start.hasSame(end, 'day')) {
			this.#hint(
				`There are no rows for ${this.#last}, and the range ends on the day on which it begins.`,
			);
		}
		// Today may well have no rows yet.
		const isOver = end.toMillis() < this.#item.now().getTime();
		if (isOver && this.#hasDayBefore && !this.#hasLast && !start.hasSame(end, 'day')) {
			this.#hint(
				`There are rows for ${this.#dayBefore}, but none for ${this.#last}, the last day of the range.`,
			);
		}
	}

	/** Whatever the reason is, Since Last Run does not count on a day that it has not seen. */
	#hint(message: string): void {
		const isLeft = this.#item.sinceLastRun.withholdDay(dayOf(this.#days.end));
		this.#item.hint([message, ...(isLeft ? [NEXT_RUN] : []), SEE_SETTING].join(' '));
	}
}

function isDate(value: unknown): boolean {
	return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
}
