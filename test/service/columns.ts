/** What a column holds. Real exports hold all of these, and each can go wrong in its own way. */
export type ColumnKind =
	| 'date'
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
	| 'count'
	| 'amount'
	| 'rate'
	| 'flag'
	| 'optional';

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
	total_amount: 'amount',
	delivery_rate: 'rate',
	is_active: 'flag',
	coupon: 'optional',
};

function query(rowsPerDay: number, names: string): Query {
	const columns = names.split(' ').map((name) => ({ name, kind: COLUMNS[name] ?? 'count' }));
	return { rowsPerDay, columns };
}

const STORES = 'day store_id storefront is_active orders';
const SUMMARY_BY_DAY = 'day store_id storefront orders items total_amount coupon';
const SUMMARY_BY_ORDER =
	'order_id created_at store_id storefront user_id phone user_name items total_amount coupon';

/** The 17 queries of section 1, with plausible columns, since their own are not shown. */
export const QUERIES: Record<string, Query> = {
	commerce_active_stores: query(3, STORES),
	commerce_summary_by_day: query(3, SUMMARY_BY_DAY),
	commerce_summary_by_order: query(20, SUMMARY_BY_ORDER),
	commerce_legacy_active_stores: query(2, STORES),
	commerce_legacy_summary_by_day: query(2, SUMMARY_BY_DAY),
	commerce_legacy_summary_by_order: query(10, SUMMARY_BY_ORDER),
	messages_by_hour_block: query(24, 'day hour_block flow sent received read failed'),
	messages_by_day: query(1, 'day flow sent received read failed delivery_rate'),
	notifications_by_day: query(3, 'day notification_template sent delivered read failed'),
	notifications_by_user: query(
		40,
		'created_at user_id phone user_name notification_template last_status flow coupon is_active attempts',
	),
	campaigns_by_day: query(2, 'day campaign_name sent delivered read clicked delivery_rate'),
	campaigns_text: query(2, 'campaign_name text last_status'),
	campaigns_soft_blocks: query(2, 'day campaign_name phone last_status'),
	campaigns_by_user: query(30, 'day campaign_name user_id phone user_name last_status clicked'),
	usage_by_day_new_and_returning_users: query(1, 'day new_users returning_users total_users'),
	usage_by_day_notification_impact: query(1, 'day notified_users orders_after total_amount'),
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
