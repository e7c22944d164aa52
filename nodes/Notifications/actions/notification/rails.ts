import { InputError } from '../../../shared/errors';
import { masked, toE164 } from '../../message/phone';
import type { Message } from '../../message/message';
import { testNonce } from '../../message/nonce';
import type { PerItem } from '../fields/fieldReader';
import type { SendSettings } from '../fields/options';

/** Items that go to the test phone. */
const MAX_TESTS = 3;

/** What becomes of a message before anything is sent. */
export interface Rails {
	/** @returns the message to send, or why it is not sent */
	route(message: Message): Message | { skipped: string };
	/** @throws InputError where the run is larger than was allowed */
	checkSize(items: number): void;
}

/**
 * What keeps a run from sending more, or to others, than was meant.
 *
 * @throws InputError naming the option
 */
export function railsOf(settingsOf: PerItem<SendSettings>, executionId: string): Rails {
	const settings = settingsOf(0);
	const { maxPerRun, defaultCountry } = settings;
	const blockedBy = blockList(settings);
	const testPhone = settings.testPhone === '' ? '' : toE164(settings.testPhone, defaultCountry);
	let tests = 0;
	return {
		checkSize(items) {
			if (items <= maxPerRun) return;
			throw new InputError(
				`There are ${items} items, and at most ${maxPerRun} may be sent in one run`,
				`Nothing was sent. If so many are meant, raise Options > Max per Run to ${items}.`,
			);
		},
		route(message) {
			const { user, itemIndex } = message;
			const { doNotSendTo } = settingsOf(itemIndex);
			if (blockedBy(doNotSendTo).has(user.phone))
				return { skipped: 'Options > Do Not Send To has this phone' };
			if (testPhone === '') return message;
			if (tests >= MAX_TESTS) {
				return { skipped: `Options > Test Phone is set: only ${MAX_TESTS} items are sent, to it` };
			}
			tests += 1;
			const nonce = testNonce(executionId, itemIndex);
			return { ...message, isTest: true, user: { ...user, phone: testPhone, nonce } };
		},
	};
}

/** Reads a list; one that all items share is read once. */
function blockList({ doNotSendTo, defaultCountry }: SendSettings) {
	let last = { value: doNotSendTo, phones: phonesIn(doNotSendTo, defaultCountry) };
	return (value: unknown): Set<string> => {
		if (!isSame(value, last.value)) last = { value, phones: phonesIn(value, defaultCountry) };
		return last.phones;
	};
}

/** Items may each have a copy of one list. */
function isSame(one: unknown, other: unknown): boolean {
	if (one === other) return true;
	if (!Array.isArray(one) || !Array.isArray(other)) return false;
	return one.length === other.length && one.every((phone, at) => phone === other[at]);
}

function phonesIn(value: unknown, defaultCountry: string): Set<string> {
	const list: unknown = typeof value === 'string' ? value.split(/[,;\n]/) : value;
	if (!Array.isArray(list)) {
		throw new InputError(
			'Options > Do Not Send To is not valid',
			'Enter phones separated by commas. If it is an expression, check that it gives a text or a list.',
		);
	}
	const given = list.filter((phone) => String(phone ?? '').trim() !== '');
	return new Set(given.map((phone: unknown) => blockedPhone(phone, defaultCountry)));
}

function blockedPhone(phone: unknown, defaultCountry: string): string {
	const e164 = possibleE164(phone, defaultCountry);
	if (e164 !== undefined) return e164;
	throw new InputError(
		`Options > Do Not Send To has what is not a possible phone: ${masked(String(phone))}`,
		'Begin each with + and the country code (+55…), or set Options > Default Country.',
	);
}

function possibleE164(phone: unknown, defaultCountry: string): string | undefined {
	try {
		return toE164(phone, defaultCountry);
	} catch {
		return undefined;
	}
}
