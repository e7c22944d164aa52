import type { User } from '../message/message';
import { reasonWords } from './reasonWords';

type Fields = Record<string, unknown>;

/** Users that were not notified, though the request as a whole was a success. */
export interface UserFailure {
	/** Which users of the request; none where the service does not say. */
	places: number[];
	/**
	 * Whether these users, and no others, are meant. A number alone may be counted from 0 or from 1,
	 * and users may share a phone.
	 */
	isCertain: boolean;
	words: string;
}

const LISTS =
	/^(failed|failures?|errors?|rejected|invalid|unsent|notsent|undelivered|skipped|duplicates?)(users?|phones?|numbers?|recipients?|nonces?|notifications?|list|items?|count)?$/;
const PHONES = /^(phone|phonenumber|msisdn|to|recipient|number)$/;
const NONCES = /^nonce$/;
const NUMBERS = /^(index|position|userindex)$/;
const INNER = ['data', 'result', 'results', 'response'];

/**
 * The users that a success (section 2.7) names as not notified. The specification knows no such
 * thing; but where a service does it, nobody may count as notified who was not.
 */
export function userFailures(body: Fields, users: User[]): UserFailure[] {
	const inner = INNER.map((name) => body[name]).filter(isFields);
	return [body, ...inner].flatMap((fields) =>
		Object.entries(fields).flatMap(([name, value]) => {
			if (LISTS.test(bare(name))) {
				return entriesOf(value).map((entry) => failureOf(entry, { list: name, users }));
			}
			return Array.isArray(value) ? failedResults(value, users) : [];
		}),
	);
}

/** What a list holds: entries, one entry, entries by phone or nonce, or how many there are. */
function entriesOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	if (value === null || value === undefined || value === false) return [];
	if (value === '' || Number(value) === 0) return [];
	if (typeof value === 'number' || value === true) return [{ count: value }];
	if (!isFields(value)) return [value];
	const names = Object.keys(value).map(bare);
	const isEntry = names.some((name) => /^(reason|error|message|code)$/.test(name) || isName(name));
	if (isEntry) return [value];
	return Object.entries(value).map(([user, reason]) => ({ [USER]: user, reason }));
}

/** The name of an entry's user where it stands as a key. */
const USER = 'user';

/** Results of all users, good and bad, in a list. */
function failedResults(results: unknown[], users: User[]): UserFailure[] {
	return results.flatMap((result, index) => {
		if (!isFields(result) || readSuccess(result['success']) !== false) return [];
		const failure = failureOf(result, { list: 'failed', users });
		const isByOrder = failure.places.length === 0 && results.length === users.length;
		return isByOrder ? { ...failure, places: [index], isCertain: true } : failure;
	});
}

function failureOf(entry: unknown, { list, users }: { list: string; users: User[] }): UserFailure {
	const fields = isFields(entry) ? entry : { [typeof entry === 'number' ? 'index' : USER]: entry };
	const whole = isFields(fields[USER]) ? { ...fields, ...fields[USER], [USER]: undefined } : fields;
	const found = findUsers(whole, users);
	const said = Object.entries(whole).filter(
		([name]) => !isName(bare(name)) && name !== USER && bare(name) !== 'success',
	);
	const isNamed = found.places.length > 0 || isFields(entry);
	const words = reasonWords(Object.fromEntries(said)) || (isNamed ? '' : reasonWords(entry));
	// With one user alone there is no doubt.
	const certain = users.length === 1 ? { places: [0], isCertain: true } : found;
	return { ...certain, words: words || list };
}

function findUsers(entry: Fields, users: User[]): Pick<UserFailure, 'places' | 'isCertain'> {
	const placesOf = (isMeant: (user: User) => boolean) =>
		[...users.keys()].filter((place) => isMeant(users[place] as User));
	const valueOf = (names: RegExp) =>
		Object.entries(entry).find(([name]) => names.test(bare(name)))?.[1] ?? entry[USER];

	const nonce = valueOf(NONCES);
	const byNonce = placesOf((user) => user.nonce !== '' && user.nonce === nonce);
	if (byNonce.length > 0) return { places: byNonce, isCertain: true };

	const phone = digitsOf(valueOf(PHONES));
	const byPhone = phone === '' ? [] : placesOf((user) => digitsOf(user.phone) === phone);
	if (byPhone.length > 0) return { places: byPhone, isCertain: byPhone.length === 1 };

	const index = Number(valueOf(NUMBERS) ?? NaN);
	return { places: index in users ? [index] : [], isCertain: false };
}

/** `success` in any of the forms that mean true or false; undefined: neither. */
export function readSuccess(value: unknown): boolean | undefined {
	const text = String(value).trim().toLowerCase();
	if (!['string', 'number', 'boolean'].includes(typeof value)) return undefined;
	if (text === 'true' || text === '1') return true;
	return text === 'false' || text === '0' ? false : undefined;
}

function isName(name: string): boolean {
	return PHONES.test(name) || NONCES.test(name) || NUMBERS.test(name);
}

/** However a name joins its words: failedUsers, failed_users. */
function bare(name: string): string {
	return name.replace(/[^a-z]/gi, '').toLowerCase();
}

function digitsOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number'
		? String(value).replace(/\D/g, '')
		: '';
}

export function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
