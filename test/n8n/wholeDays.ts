/** The dates of a request for whole days, as the service reads them. */
export function wholeDays(first: string, last: string): { startDate: string; endDate: string } {
	return { startDate: `${first} 00:00:00`, endDate: `${last} 23:59:59` };
}
