/* A user in a hundred has no account at the messaging app, or has blocked the sender. */

/** Numbers of São Paulo, which most tests and examples use, are known to the messaging app. */
const KNOWN = '+5511';

/** Always the same for a phone. */
export function isRefused(phone: string, oneIn: number): boolean {
	if (oneIn === 0 || phone.startsWith(KNOWN)) return false;
	let hash = 0x811c9dcc;
	for (const digit of phone) hash = Math.imul(hash ^ digit.charCodeAt(0), 0x01000193);
	return ((hash ^ (hash >>> 15)) >>> 0) % oneIn === 0;
}

/** Mobiles of Rio de Janeiro in a row, of which one in a hundred is refused. */
export function phoneInRio(index: number): string {
	return `+55219${90_000_000 + index}`;
}
