import { hasStoredForm, isPlainObject } from '../json';

/*
 * Nodes for databases give dates, which n8n stores as text: so the editor shows them, and so a Retry has them, as well as a
 * run after a long Wait. Therefore fields have this text from the beginning. Otherwise the same message would have another
 * nonce there, and its user would get it twice.
 */

/** A value as n8n stores it. An invalid date is "Invalid Date" or "Invalid DateTime", since null might be meant. */
export function asStored(value: unknown): unknown {
	if (hasStoredForm(value)) return value.toJSON() ?? String(value);
	if (Array.isArray(value)) return value.map(asStored);
	if (!isPlainObject(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asStored(inner)]));
}
