/** A document with the table of results between its two marks. */
export function withTable(text: string, results: object[]): string;
