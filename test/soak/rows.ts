/** Rows of every bulk file. */
export const ROWS = 200;
