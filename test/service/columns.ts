/** What a column holds. Real exports hold all of these, and each can go wrong in its own way. */
export type ColumnKind =
	| 'date'
	| 'dateWithTime'
	| 'hourBlock'
	| 'timestamp'
	| 'shortId'
	| 'longId'
	| 'phone'
	| 'name'
	| 'text'
	| 'status'
	| 'template'
	| 'campaign'
	| 'storefront'
	| 'flag'
	| 'optional'
	| Count
	| Amount;

/** Numbers of one record that make sense together, such as no more read than delivered. */
type Count =
	| 'sent'
	| 'delivered'
	| 'read'
	| 'failed'
	| 'clicked'
	| 'received'
	| 'rate'
	| 'orders'
	| 'items'
	| 'itemsOfOrder'
	| 'newUsers'
	| 'returningUsers'
	| 'totalUsers'
	| 'notifiedUsers'
	| 'ordersAfter'
	| 'few'
	| 'sessions'
	| 'messages';

/** Prices, which a file writes with both of their decimals. */
type Amount = 'amount' | 'amountOfOrder' | 'amountAfter';

export const AMOUNTS: ReadonlySet<ColumnKind> = new Set(['amount', 'amountOfOrder', 'amountAfter']);

/** Kinds whose values may hold a comma, a quote or a line break. */
export const FREE_TEXT: ReadonlySet<ColumnKind> = new Set([
	'name',
	'text',
	'campaign',
	'storefront',
]);

export interface Column {
	name: string;
	kind: ColumnKind;
}

interface Query {
	rowsPerDay: number;
	columns: Column[];
}

const COLUMNS: Record<string, ColumnKind> = {
	day: 'date',
	hour_block: 'hourBlock',
	created_at: 'timestamp',
	store_id: 'shortId',
	flow: 'shortId',
	order_id: 'longId',
	user_id: 'longId',
	phone: 'phone',
	user_name: 'name',
	text: 'text',
	last_status: 'status',
	notification_template: 'template',
	campaign_name: 'campaign',
	storefront: 'storefront',
	is_active: 'flag',
	coupon: 'optional',
	sent: 'sent',
	delivered: 'delivered',
	read: 'read',
	failed: 'failed',
	clicked: 'clicked',
	received: 'received',
	delivery_rate: 'rate',
	orders: 'orders',
	items: 'items',
	total_amount: 'amount',
	new_users: 'newUsers',
	returning_users: 'returningUsers',
	total_users: 'totalUsers',
	notified_users: 'notifiedUsers',
	orders_after: 'ordersAfter',
	attempts: 'few',
	sessions: 'sessions',
	messages: 'messages',
};

/** @param other kinds of columns that are not what their name means in most queries */
function query(
	rowsPerDay: number,
	names: string,
	other: Partial<Record<string, ColumnKind>> = {},
): Query {
	const columns = names.split(' ').map((name) => {
		const kind = other[name] ?? COLUMNS[name];
		if (!kind) throw new Error(`Nobody knows what the column ${name} holds`);
		return { name, kind };
	});
	return { rowsPerDay, columns };
}

const STORES = 'day store_id storefront is_active orders';
const SUMMARY_BY_DAY = 'day store_id storefront orders items total_amount coupon';
const SUMMARY_BY_ORDER =
	'order_id created_at store_id storefront user_id phone user_name items total_amount coupon';
const ONE_ORDER = { items: 'itemsOfOrder', total_amount: 'amountOfOrder' } as const;
/** Some queries write a day with its time. */
const WITH_TIME = { day: 'dateWithTime' } as const;

/** The 17 queries of section 1, with plausible columns, since their own are not shown. */
export const QUERIES: Record<string, Query> = {
	commerce_active_stores: query(3, STORES),
	commerce_summary_by_day: query(3, SUMMARY_BY_DAY, WITH_TIME),
	commerce_summary_by_order: query(20, SUMMARY_BY_ORDER, ONE_ORDER),
	commerce_legacy_active_stores: query(2, STORES),
	commerce_legacy_summary_by_day: query(2, SUMMARY_BY_DAY, WITH_TIME),
	commerce_legacy_summary_by_order: query(10, SUMMARY_BY_ORDER, ONE_ORDER),
	messages_by_hour_block: query(24, 'day hour_block flow sent received read failed'),
	messages_by_day: query(1, 'day flow sent received read failed delivery_rate'),
	notifications_by_day: query(3, 'day notification_template sent delivered read failed'),
	notifications_by_user: query(
		40,
		'created_at user_id phone user_name notification_template last_status flow coupon is_active attempts',
	),
	campaigns_by_day: query(
		2,
		'day campaign_name sent delivered read clicked delivery_rate',
		WITH_TIME,
	),
	campaigns_text: query(2, 'campaign_name text last_status'),
	campaigns_soft_blocks: query(2, 'day campaign_name phone last_status'),
	campaigns_by_user: query(30, 'day campaign_name user_id phone user_name last_status clicked', {
		clicked: 'few',
	}),
	usage_by_day_new_and_returning_users: query(1, 'day new_users returning_users total_users'),
	usage_by_day_notification_impact: query(1, 'day notified_users orders_after total_amount', {
		total_amount: 'amountAfter',
	}),
	usage_by_user: query(40, 'user_id phone user_name sessions messages created_at is_active'),
};

/** Columns that each filter of section 2.1 narrows. */
export const FILTER_COLUMNS: Record<string, string> = {
	flow: 'flow',
	userId: 'user_id',
	storeId: 'store_id',
	storefront: 'storefront',
	notificationTemplate: 'notification_template',
	lastStatus: 'last_status',
	campaignName: 'campaign_name',
};
