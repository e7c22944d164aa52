import { isReadAsItself, recipientKeyOf, validNumber } from './phone';
import { digitsOf, writingOf } from './phoneWriting';

/** How many last digits identify a number's owner, whatever stands before them: zeros, carriers, area or country codes. */
const ENDING = 8;
/** The whole number in some countries, and without the area code in many. Fewer digits would mean too many people. */
const MIN_DIGITS = 7;
/** As many as a number can have with its country code. More digits are two numbers. */
const MAX_DIGITS = 15;
/** The same without a plus or zeros before it. */
const MAX_PLAIN_DIGITS = 13;

/** The people whom a list leaves out. One message too few is the safe side, so most entries mean more than one number. */
export class OptOuts {
	readonly #recipientKeys = new Set<string>();
	readonly #endings = new Set<string>();

	/**
	 * Adds an entry, as the reader of phones takes it. With a plus and valid, it is that number, and so is a chat address.
	 * Every other one means everybody whose number ends with its last digits.
	 * @returns whether it is the writing of one phone number
	 */
	add(entry: unknown): boolean {
		const number = writingOf(entry)?.number ?? '';
		const significant = number.replace(/^[^1-9]+/, '');
		const { length } = digitsOf(significant);
		const maxLength = /^[+0]/.test(number) ? MAX_DIGITS : MAX_PLAIN_DIGITS;
		if (length < MIN_DIGITS || length > maxLength) return false;
		const valid = number.startsWith('+') ? validNumber(number) : undefined;
		const isOne = valid !== undefined && isReadAsItself(valid.number);
		if (isOne) this.#recipientKeys.add(recipientKeyOf(valid.number));
		else this.#addEndings(significant);
		return true;
	}

	/** The last groups of digits may be a note, as in "11 98765-4321 22", so the number may also end before them. */
	#addEndings(number: string): void {
		let digits = '';
		for (const group of number.split(/\D+/)) {
			digits += group;
			// In some countries, a 0 stands before numbers of seven digits.
			if (digits.length >= ENDING) this.#endings.add(digits.slice(-ENDING).replace(/^0/, ''));
		}
		if (digits.length < ENDING) this.#endings.add(digits);
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
