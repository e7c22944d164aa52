import { FILTER_COLUMNS, type FilterName, QUERIES } from './columns';
import type { Received } from './ledger';

/** A value as the synchronous query gives it; a CSV file holds the same as text. */
export type Value = string | number | boolean;

export interface DayOfRecords {
	/** Such as "2026-11-01". */
	day: string;
	count: number;
}

/** Which records of a query are wanted. */
export interface RecordsRequest {
	queryName: string;
	days: DayOfRecords[];
	/** The value that a record must have, by the name of the filter. */
	filters: Partial<Record<FilterName, string>>;
	/** The notifications that users have received in these days, for a query that tells of them. */
	received?: Received[];
	/** Phones are numbers instead of texts. */
	hasNumericPhones?: boolean;
}

const NAMES = ['Ana Souza', 'João "Jota" Lima', 'Zoë Müller', 'Priya Ñandú', '李小龍', 'Neil, Pat'];
const STATUSES = ['Created', 'Sent To Whatsapp', 'Sent', 'Delivered', 'Read', 'Error'];
const TEMPLATES = ['order_shipped', 'payment_reminder', 'welcome'];
const CAMPAIGNS = ['blackfriday', 'spring\nsale', 'Dia das Mães'];
const STOREFRONTS = ['Main, Centro', 'Loja Sul', 'Outlet'];

/** What a value is made of. */
interface Place {
	/** A large number that looks random, of this value alone. */
	noise: number;
	/** A large number that looks random, the same one for all values of a record. */
	shared: number;
	/** The number of the record, unique in its query, whatever the range. */
	record: number;
	day: string;
}

function pad(value: number, width: number): string {
	return String(value).padStart(width, '0');
}

/** @returns a share of the number, of `least` to `most` percent, as the noise decides */
function share(whole: number, noise: number, least: number, most: number): number {
	const percent = least + (noise % (most - least + 1));
	return Math.floor((whole * percent) / 100);
}

// The numbers of a record make sense together: no more messages are read than delivered, for example.
const sent = ({ shared }: Place) => 20 + (shared % 480);
const delivered = (place: Place) => share(sent(place), place.shared >>> 3, 85, 100);
const read = (place: Place) => share(delivered(place), place.shared >>> 6, 40, 90);
const items = ({ shared }: Place) => 1 + (shared % 6);
const notified_users = ({ shared }: Place) => 400 + (shared % 1600);
const sessions = ({ shared }: Place) => 1 + (shared % 30);

function timeOf({ noise, day }: Place): string {
	const time = `${day}T${pad(noise % 24, 2)}:${pad((noise >>> 5) % 60, 2)}:07.000Z`;
	// Nothing is in the future.
	return Date.parse(time) <= Date.now() ? time : `${day}T00:00:00.000Z`;
}

const shortId = ({ noise }: Place) => pad(noise % 12, 3);
const longId = ({ noise, record }: Place) => `8${pad(record, 10)}${pad(noise % 1e9, 9)}`;

function oneOf(values: string[], { noise }: Place): string {
	return values[noise % values.length] ?? '';
}

/**
 * The values by the kind of their column. They are of the kinds that are known to go wrong in real exports: leading
 * zeros, long IDs, quotes, commas, line breaks, empty texts, letters of other languages.
 */
const VALUES = {
	day: ({ day }) => day,
	hour_block: ({ record }) => record % 24,
	created_at: timeOf,

	store_id: shortId,
	flow: shortId,
	order_id: longId,
	user_id: longId,

	phone: ({ noise }) => `+55119${pad(noise % 100_000_000, 8)}`,
	user_name: (place) => oneOf(NAMES, place),
	last_status: (place) => oneOf(STATUSES, place),
	notification_template: (place) => oneOf(TEMPLATES, place),
	campaign_name: (place) => oneOf(CAMPAIGNS, place),
	storefront: (place) => oneOf(STOREFRONTS, place),
	is_active: ({ noise }) => noise % 2 === 0,
	coupon: ({ noise }) => (noise % 3 === 0 ? '' : `CUPOM${noise % 50}`),

	sent,
	read,
	failed: (place) => sent(place) - delivered(place),
	/** Messages that users have sent: more than those that were read. */
	received: (place) => read(place) + (place.noise % 60),

	items,
	total_amount: (place) => {
		const cents = 990 + ((place.shared >>> 7) % 9000);
		return (items(place) * cents) / 100;
	},
	notified_users,
	/** Sundays are slow, so each week has one day that is worth an alert. */
	orders_after: (place) =>
		new Date(place.day).getUTCDay() === 0
			? 20 + (place.shared % 80)
			: share(notified_users(place), place.shared >>> 5, 25, 40),

	sessions,
	messages: (place) => sessions(place) * (1 + (place.noise % 12)),
} satisfies Record<string, (place: Place) => Value>;

export type ColumnKind = keyof typeof VALUES;

/** What a query tells of a notification that a user has received: users with an even phone number have read it. */
const RECEIVED: Partial<Record<ColumnKind, (entry: Received) => Value>> = {
	created_at: ({ time }) => new Date(time).toISOString(),
	user_id: ({ phone }) => `8${phone.slice(1).padStart(15, '0')}`,
	phone: ({ phone }) => phone,
	user_name: ({ params }) => (typeof params.name === 'string' ? params.name : ''),
	notification_template: ({ type }) => type,
	last_status: ({ phone }) => (Number(phone.at(-1)) % 2 === 0 ? 'Read' : 'Delivered'),
	flow: ({ flowId }) => flowId,
	is_active: () => true,
};

/** @returns a number that looks random, the same one for the same arguments on every machine */
function noiseOf(seed: number, record: number, column: number): number {
	let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(record + 1, 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(column + 1, 0x297a2d39);
	return (hash ^ (hash >>> 13)) >>> 0;
}

const DAY_MS = 86_400_000;
const MAX_RECORDS_PER_DAY = 3_000_000;
/** The numbers of records start again after so many days, as numbers must not get too large for `noiseOf`. */
const DAYS_WITH_OWN_RECORDS = 700;
/** The number of a column that no query has, for what the columns of a record share. */
const SHARED = 99;

/** The columns of a query, named after what they hold. */
export function columnsOf(queryName: string): ColumnKind[] {
	return QUERIES[queryName]?.columns ?? [];
}

/** The records of a query, each as pairs of a column's name and its value. */
export function* jsonRecords(request: RecordsRequest): Generator<Array<[string, Value]>> {
	const names = columnsOf(request.queryName);
	for (const cells of records(request)) yield names.map((name, at) => [name, cells[at] ?? '']);
}

/** The same records as objects, with the names of the columns as keys. */
export function recordObjects(request: RecordsRequest): Array<Record<string, Value>> {
	return [...jsonRecords(request)].map((record) => Object.fromEntries(record));
}

/** The cells of the records of a query that match its filters. Queries and files have the same ones. */
export function* records(request: RecordsRequest): Generator<Value[]> {
	const columns = columnsOf(request.queryName);
	const conditions = conditionsOf(request, columns);
	const phoneAt = request.hasNumericPhones ? columns.indexOf('phone') : -1;
	for (const cells of allRecords(request, columns)) {
		if (!conditions.every(({ at, value }) => String(cells[at]) === value)) continue;
		if (phoneAt >= 0) cells[phoneAt] = Number(cells[phoneAt]);
		yield cells;
	}
}

interface Condition {
	/** The place of the column that must have the value. */
	at: number;
	value: string;
}

/** A filter whose column the query does not have is ignored. */
function conditionsOf({ filters }: RecordsRequest, columns: ColumnKind[]): Condition[] {
	const given = Object.entries(filters) as Array<[FilterName, string]>;
	return given
		.map(([filter, value]) => ({ at: columns.indexOf(FILTER_COLUMNS[filter]), value }))
		.filter(({ at }) => at >= 0);
}

/** A record depends on its query, its day, and its place in that day, and never on the range that was asked for. */
function* allRecords(request: RecordsRequest, columns: ColumnKind[]): Generator<Value[]> {
	const { queryName, days, received = [] } = request;
	const seed = seedOf(queryName);
	for (const { day, count } of days) {
		const dayNumber = (Date.parse(day) / DAY_MS) % DAYS_WITH_OWN_RECORDS;
		const first = dayNumber * MAX_RECORDS_PER_DAY;
		for (let record = first; record < first + count; record++) {
			const shared = noiseOf(seed, record, SHARED);
			yield columns.map((kind, column) =>
				VALUES[kind]({ noise: noiseOf(seed, record, column), shared, record, day }),
			);
		}
	}
	for (const entry of received) yield columns.map((kind) => RECEIVED[kind]?.(entry) ?? '');
}

function seedOf(queryName: string): number {
	let seed = 7;
	for (const letter of queryName) seed = seed * 31 + letter.charCodeAt(0);
	return seed + 1;
}
