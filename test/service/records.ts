import { type Column, FILTER_COLUMNS, QUERIES } from './columns';
import type { Received } from './ledger';

/** A value as the synchronous query gives it; a CSV file holds the same as text. */
export type Value = string | number | boolean;

export interface DayOfRecords {
	day: string;
	count: number;
}

export interface RecordsRequest {
	queryName: string;
	days: DayOfRecords[];
	filters: Record<string, string>;
	/** What users received in these days, of a query that tells what became of it. */
	received?: Received[];
	hasNumericPhones?: boolean;
}

const NAMES = ['Ana Souza', 'João "Jota" Lima', 'Zoë Müller', 'Priya Ñandú', '李小龍', 'Neil, Pat'];
const STATUSES = ['Created', 'Sent To Whatsapp', 'Sent', 'Delivered', 'Read', 'Error'];
const TEMPLATES = ['order_shipped', 'payment_reminder', 'welcome'];
const CAMPAIGNS = ['blackfriday', 'spring\nsale', 'Dia das Mães'];
const CATEGORIES = ['MARKETING', 'UTILITY'];
const STOREFRONTS = ['Main, Centro', 'Loja Sul', 'Outlet'];

const pad = (value: number, width: number): string => String(value).padStart(width, '0');
/** From `least` to `most` percent of a number. */
const share = (whole: number, noise: number, least: number, most: number): number =>
	Math.floor((whole * (least + (noise % (most - least + 1)))) / 100);

/** What a value is made of: a number of its own, one that its whole record shares, its record and its day. */
interface Place {
	noise: number;
	shared: number;
	/** Unique for each record of a query, whatever the range. */
	record: number;
	day: string;
}

// Numbers of one record that make sense together, such as no more read than delivered.
const sent = ({ shared }: Place) => 20 + (shared % 480);
const delivered = (place: Place) => share(sent(place), place.shared >>> 3, 85, 100);
const read = (place: Place) => share(delivered(place), place.shared >>> 6, 40, 90);
const invalid_numbers = ({ shared }: Place) => shared % 4;
const orders = ({ shared }: Place) => 5 + (shared % 195);
const items = (place: Place) => share(orders(place), place.shared >>> 4, 100, 250);
const itemsOfOrder = ({ shared }: Place) => 1 + (shared % 6);
const notified_users = ({ shared }: Place) => 400 + (shared % 1600);
/** Sundays are slow, so each week has one day that is worth an alert. */
const orders_after = (place: Place) =>
	new Date(place.day).getUTCDay() === 0
		? 20 + (place.shared % 80)
		: share(notified_users(place), place.shared >>> 5, 25, 40);
const sessions = ({ shared }: Place) => 1 + (shared % 30);
const inPrices = (countOf: (place: Place) => number) => (place: Place) =>
	(countOf(place) * (990 + ((place.shared >>> 7) % 9000))) / 100;

function timeOf({ noise, day }: Place): string {
	const time = `${day}T${pad(noise % 24, 2)}:${pad((noise >>> 5) % 60, 2)}:07.000Z`;
	return Date.parse(time) <= Date.now() ? time : `${day}T00:00:00.000Z`;
}

const shortId = ({ noise }: Place) => pad(noise % 12, 3);
const longId = ({ noise, record }: Place) => `8${pad(record, 10)}${pad(noise % 1e9, 9)}`;
const oneOf =
	(values: string[]) =>
	({ noise }: Place) =>
		values[noise % values.length] ?? '';

/** Real exports hold all of these, and each can go wrong in its own way. */
const VALUES = {
	day: ({ day }) => day,
	dayWithTime: ({ day }) => `${day}T00:00:00.000Z`,
	hour_block: ({ record }) => record % 24,
	created_at: timeOf,
	...{ store_id: shortId, flow: shortId, order_id: longId, user_id: longId },
	phone: ({ noise }) => `+55119${pad(noise % 100_000_000, 8)}`,
	user_name: oneOf(NAMES),
	last_status: oneOf(STATUSES),
	notification_template: oneOf(TEMPLATES),
	campaign_name: oneOf(CAMPAIGNS),
	storefront: oneOf(STOREFRONTS),
	category: oneOf(CATEGORIES),
	customer_name: () => 'Example Store',
	is_active: ({ noise }) => noise % 2 === 0,
	coupon: ({ noise }) => (noise % 3 === 0 ? '' : `CUPOM${noise % 50}`),

	...{ sent, delivered, read, invalid_numbers, orders, items, itemsOfOrder, sessions },
	...{ notified_users, orders_after },
	failed: (place) => sent(place) - delivered(place),
	created: (place) => sent(place) + invalid_numbers(place),
	none: () => 0,
	// Of the messages that users sent, those that were read are fewer.
	received: (place) => read(place) + (place.noise % 60),
	delivery_rate: (place) => Math.round((1000 * delivered(place)) / sent(place)) / 1000,
	total_amount: inPrices(items),
	amountOfOrder: inPrices(itemsOfOrder),
	amountAfter: inPrices(orders_after),
	attempts: ({ noise }) => 1 + (noise % 3),
	messages: (place) => sessions(place) * (1 + (place.noise % 12)),
} satisfies Record<string, (place: Place) => Value>;

export type ColumnKind = keyof typeof VALUES;

/** What the service tells of a notification that a user received. Even phones read what they get. */
const RECEIVED: Partial<Record<ColumnKind, (entry: Received) => Value>> = {
	created_at: ({ time }) => new Date(time).toISOString(),
	user_id: ({ phone }) => `8${phone.slice(1).padStart(15, '0')}`,
	phone: ({ phone }) => phone,
	user_name: ({ params }) => (typeof params.name === 'string' ? params.name : ''),
	notification_template: ({ type }) => type,
	last_status: ({ phone }) => (Number(phone.at(-1)) % 2 === 0 ? 'Read' : 'Delivered'),
	flow: ({ flowId }) => flowId,
	is_active: () => true,
	attempts: () => 1,
};

/** The same number for the same arguments on every machine. */
function noiseOf(seed: number, record: number, column: number): number {
	let hash = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(record + 1, 0xc2b2ae35);
	hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(column + 1, 0x297a2d39);
	return (hash ^ (hash >>> 13)) >>> 0;
}

const DAY_MS = 86_400_000;
const MAX_A_DAY = 3_000_000;
/** Records of days that lie farther apart may have the same number. */
const DAYS_WITH_OWN_RECORDS = 700;
/** A column that no query has. */
const SHARED = 99;

export function* jsonRecords(request: RecordsRequest): Generator<Array<[string, Value]>> {
	const names = columnsOf(request.queryName).map(({ name }) => name);
	for (const cells of records(request)) yield names.map((name, at) => [name, cells[at] ?? '']);
}

export function columnsOf(queryName: string): Column[] {
	return QUERIES[queryName]?.columns ?? [];
}

/** The cells of a query's records: the same for both modes, narrowed by the filters that it knows. */
export function* records(request: RecordsRequest): Generator<Value[]> {
	const { filters, hasNumericPhones } = request;
	const columns = columnsOf(request.queryName);
	const kinds = columns.map(({ kind }) => kind);
	const wanted = Object.entries(filters)
		.map(([filter, value]) => [kinds.indexOf(FILTER_COLUMNS[filter] as ColumnKind), value] as const)
		.filter(([at]) => at >= 0);
	const phoneAt = hasNumericPhones ? kinds.indexOf('phone') : -1;

	for (const cells of allRecords(request, columns)) {
		if (!wanted.every(([at, value]) => String(cells[at]) === value)) continue;
		if (phoneAt >= 0) cells[phoneAt] = Number(cells[phoneAt]);
		yield cells;
	}
}

/** A record depends on its query, its day, and its place in that day: never on the range that was asked for. */
function* allRecords(request: RecordsRequest, columns: Column[]): Generator<Value[]> {
	const { queryName, days, received = [] } = request;
	const seed = 1 + [...queryName].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7);
	for (const { day, count } of days) {
		const first = ((Date.parse(day) / DAY_MS) % DAYS_WITH_OWN_RECORDS) * MAX_A_DAY;
		for (let record = first; record < first + count; record++) {
			const shared = noiseOf(seed, record, SHARED);
			yield columns.map(({ kind }, column) =>
				VALUES[kind]({ noise: noiseOf(seed, record, column), shared, record, day }),
			);
		}
	}
	for (const entry of received) yield columns.map(({ kind }) => RECEIVED[kind]?.(entry) ?? '');
}
