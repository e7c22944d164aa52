import { parseIncompletePhoneNumber } from 'libphonenumber-js/max';
import { recipientKeyOf, validNumber } from './phone';
import { isOneNumber } from './phoneWriting';

/** So many last digits of a number mean its owner, whatever stands before them: zeros, carriers, area or country codes. */
const ENDING = 8;
/** The whole number in some countries, and without the area code in many. Fewer digits would mean too many people. */
const MIN_DIGITS = 7;
/** As many as a number can have with its country code. More digits are two numbers. */
const MAX_DIGITS = 15;
/** No phone is as long, not even with a name or in a link. */
const MAX_LENGTH = 200;

/** The people whom a list leaves out. One message too few is the safe side, so most entries mean more than one number. */
export class OptOuts {
	readonly #recipientKeys = new Set<string>();
	readonly #endings = new Set<string>();

	/**
	 * Adds an entry. With a plus and valid, it is that number. Every other one means everybody whose number ends with its
	 * last digits.
	 * @param text without characters that nobody sees
	 * @returns whether it is a phone number
	 */
	add(text: string): boolean {
		// Longer texts would take the patterns too long.
		if (text.length > MAX_LENGTH) return false;
		// A formula, a link or a name may stand around the number. What ends with a bracket may be an extension, as in (2).
		const writing = text.replace(/^[^+\p{Nd}]+/u, '').replace(/[^\p{Nd})]+$/u, '');
		if (!isOneNumber(writing)) return false;
		const number = parseIncompletePhoneNumber(writing);
		const digits = number.replace(/^\+?0*/, '');
		if (!/^\d+$/.test(digits) || digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) {
			return false;
		}
		const valid = number.startsWith('+') ? validNumber(number) : undefined;
		if (valid) this.#recipientKeys.add(recipientKeyOf(valid.number));
		// In some countries, a 0 stands before numbers of seven digits.
		else this.#endings.add(digits.slice(-ENDING).replace(/^0/, ''));
		return true;
	}

	/** Whether the list has the number of a recipient, or only digits that it ends with. */
	match(recipientKey: string): 'number' | 'ending' | undefined {
		if (this.#recipientKeys.has(recipientKey)) return 'number';
		const endings = [ENDING, MIN_DIGITS].map((length) => recipientKey.slice(-length));
		// Within Argentina, people write 15 between the area code and the last six to eight digits of a mobile number.
		if (recipientKey.startsWith('+549')) {
			endings.push(`5${recipientKey.slice(-7)}`, `15${recipientKey.slice(-6)}`);
		}
		return endings.some((ending) => this.#endings.has(ending)) ? 'ending' : undefined;
	}
}
