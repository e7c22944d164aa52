import { asError } from '../../shared/errors';
import {
	isSupportedCountry,
	parseIncompletePhoneNumber,
	type PhoneNumber,
} from 'libphonenumber-js/max';
import { hasChatLength } from './phone';
import { digitsOfForms, isOfChat, parsed, recipientKeyOf } from './phoneNumber';
import { RefusedPhone, textOfPhone, type Writing, writingOf } from './phoneWriting';

/** Whom an entry of a list means that leaves people out. */
export interface OptOut {
	/** The recipient keys of the numbers that it may be. */
	recipientKeys: string[];
	/** What the digits of a number may end with to be meant. Empty if the country code is certain. */
	endings: string[];
	/** Whether it is certainly not the number of anybody, as it is now. */
	isInvalid: boolean;
}

/** Fewer digits would be the end of too many numbers. */
const MIN_ENDING = 7;
const MAX_ENDING = 15;
/** With more digits, a number begins with its country code, or with what people dial before it. */
const MAX_NATIONAL_DIGITS = 11;
/** How many digits may stand between a zero and the number itself: those of a carrier, as in 0 15 11 98765-4321. */
const PREFIX_DIGITS = 2;

/**
 * Reads an entry of a list that leaves people out. With a plus, it is that number. Without, nobody can say which country
 * it is of, so it means every number that ends with its digits.
 * @param defaultCountry that of all items; empty if there is none, or if they differ
 * @returns undefined if it is no phone number
 */
export function readOptOut(value: unknown, defaultCountry: string): OptOut | undefined {
	const writing = writingOrNone(value);
	if (!writing) return undefined;
	const { kind, number } = writing;
	const digits = parseIncompletePhoneNumber(number).replace('+', '');
	if (number.startsWith('+')) return withCode(digits, kind === 'chat');

	const country = isSupportedCountry(defaultCountry) ? defaultCountry : undefined;
	const withoutZeros = digits.replace(/^0+/, '');
	const { recipientKeys, isKnown } = knownAs(
		parsed(`+${withoutZeros}`),
		country && parsed(number, country),
	);
	const endings = endingsOf(digits, withoutZeros);
	if (recipientKeys.length === 0 && endings.length === 0) return undefined;
	const mayBeOfAnyCountry = !country && withoutZeros.length <= MAX_NATIONAL_DIGITS;
	return { recipientKeys, endings, isInvalid: !isKnown && !mayBeOfAnyCountry };
}

/** @param isFromChat whether WhatsApp has written the number, so that it exists */
function withCode(digits: string, isFromChat: boolean): OptOut | undefined {
	const { recipientKeys, isKnown } = knownAs(parsed(`+${digits}`));
	if (recipientKeys.length === 0) {
		if (!hasChatLength(`+${digits}`)) return undefined;
		recipientKeys.push(`+${digits}`);
	}
	return { recipientKeys, endings: [], isInvalid: !isKnown && !isFromChat };
}

/** The recipient keys of numbers that have the right length, and whether one of them is valid, or how WhatsApp writes a valid one. */
function knownAs(...readings: Array<PhoneNumber | undefined>): {
	recipientKeys: string[];
	isKnown: boolean;
} {
	const numbers = readings.filter((reading) => reading !== undefined);
	const possible = numbers.filter((each) => each.isPossible() || isOfChat(each.number));
	return {
		recipientKeys: possible.map((each) => recipientKeyOf(each.number)),
		isKnown: possible.some((each) => each.isValid() || isOfChat(each.number)),
	};
}

function writingOrNone(value: unknown): Writing | undefined {
	try {
		return writingOf(textOfPhone(value));
	} catch (error) {
		if (error instanceof RefusedPhone) return undefined;
		throw asError(error);
	}
}

/**
 * What the numbers end with that an entry without a plus means. After a zero, people also dial digits that do not belong
 * to the number: a carrier in Brazil (0 15 11 98765-4321), 044 in Mexico, or 0011 in Australia.
 */
function endingsOf(digits: string, withoutZeros: string): string[] {
	const endings = [withoutZeros];
	const isWithPrefix = withoutZeros !== digits && withoutZeros.length > MAX_NATIONAL_DIGITS;
	if (isWithPrefix) endings.push(withoutZeros.slice(PREFIX_DIGITS));
	return endings.filter(({ length }) => length >= MIN_ENDING && length <= MAX_ENDING);
}

/** The people whom a list leaves out. */
export class OptOuts {
	readonly #recipientKeys = new Set<string>();
	readonly #endings = new Set<string>();
	readonly #lengths = new Set<number>();

	add({ recipientKeys, endings }: OptOut): void {
		for (const key of recipientKeys) this.#recipientKeys.add(key);
		for (const ending of endings) {
			this.#endings.add(ending);
			this.#lengths.add(ending.length);
		}
	}

	/** Whether the list has the number of a recipient, or only digits that it ends with. */
	match(recipientKey: string): 'number' | 'ending' | undefined {
		if (this.#recipientKeys.has(recipientKey)) return 'number';
		if (this.#endings.size === 0) return undefined;
		const forms = digitsOfForms(recipientKey);
		const lengths = [...this.#lengths];
		const isMeant = forms.some((digits) =>
			lengths.some((length) => this.#endings.has(digits.slice(-length))),
		);
		return isMeant ? 'ending' : undefined;
	}
}
