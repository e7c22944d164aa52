import { validNumber } from './phoneNumber';

interface OtherWriting {
	/** Matches a number in E.164 in a form that WhatsApp or an address book writes, and that cannot be dialled. */
	pattern: RegExp;
	/** The recipient key, which is the same for both forms: the form that can be dialled. */
	key: string;
}

/**
 * The forms in which WhatsApp and address books write the numbers of some countries. WhatsApp leaves out the ninth
 * digit of mobile numbers in Brazil; nobody can say whether eight digits are a landline or such a number, so both count
 * as one person. Address books leave out the 9 of Argentina. The numbers of Benin (2024) and the mobile numbers of
 * Côte d'Ivoire (2021) became two digits longer.
 */
const OTHER_WRITINGS: OtherWriting[] = [
	{ pattern: /^\+55(\d\d)(\d{8})$/, key: '+55$19$2' },
	{ pattern: /^\+54([^9]\d{9})$/, key: '+549$1' },
	{ pattern: /^\+229(\d{8})$/, key: '+22901$1' },
	{ pattern: /^\+225([04-9][0-3]\d{6})$/, key: '+22501$1' },
	{ pattern: /^\+225([04-9][4-6]\d{6})$/, key: '+22505$1' },
	{ pattern: /^\+225([04-9][7-9]\d{6})$/, key: '+22507$1' },
];

/** The same text for all numbers that reach the same person. @param e164 the number in E.164 */
export function recipientKeyOf(e164: string): string {
	const found = OTHER_WRITINGS.find(({ pattern }) => pattern.test(e164));
	return found ? e164.replace(found.pattern, found.key) : e164;
}

/** Whether a number has the form in which WhatsApp writes a valid number. */
export function isOfChat(e164: string): boolean {
	const key = recipientKeyOf(e164);
	return key !== e164 && validNumber(key) !== undefined;
}
