import { QUERY_NAMES } from '../../nodes/Analytics/operations/fields/queries';
import type { ColumnKind } from './records';

export interface Column {
	name: string;
	kind: ColumnKind;
}

interface Query {
	rowsPerDay: number;
	columns: Column[];
}

/** @param other kinds of columns that hold something else than their name says in most queries */
function query(rowsPerDay: number, names: string, other: Partial<Record<string, ColumnKind>> = {}) {
	const kindOf = (name: string) => other[name] ?? (name as ColumnKind);
	const columns = names.split(' ').map((name) => ({ name, kind: kindOf(name) }));
	return { rowsPerDay, columns };
}

const IMPACT = 'day notified_users orders_after total_amount';
const OF_STORES = 'day store_id storefront orders items total_amount coupon';

/** Plausible columns for the queries of section 1, since their own are not shown. */
const PLAUSIBLE: Record<string, Query> = {
	// A day with its time.
	commerce_summary_by_day: query(3, OF_STORES, { day: 'dayWithTime' }),
	commerce_summary_by_order: query(
		20,
		'order_id created_at store_id storefront user_id phone user_name items total_amount coupon',
		{ items: 'itemsOfOrder', total_amount: 'amountOfOrder' },
	),
	messages_by_hour_block: query(24, 'day hour_block flow sent received read failed'),
	messages_by_day: query(1, 'day flow sent received read failed delivery_rate'),
	// As its page has them, in words for readers: how the service writes them is not known.
	notifications_by_day: {
		rowsPerDay: 3,
		columns: Object.entries({
			...{ 'Created Date': 'day', 'Customer Name': 'customer_name', Flow: 'flow' },
			...{ 'Notification Template': 'notification_template', 'Notification Category': 'category' },
			...{ 'Notification Status': 'last_status', 'Invalid Numbers': 'invalid_numbers' },
			...{ Omitted: 'none', Sent: 'sent', Delivered: 'delivered', Read: 'read', Error: 'failed' },
			...{ 'Sent To Whatsapp': 'sent', Created: 'created' },
		} satisfies Record<string, ColumnKind>).map(([name, kind]) => ({ name, kind })),
	},
	notifications_by_user: query(
		40,
		'created_at user_id phone user_name notification_template last_status flow coupon is_active attempts',
	),
	campaigns_by_user: query(30, 'day campaign_name user_id phone user_name last_status attempts'),
	usage_by_day_notification_impact: query(1, IMPACT, { total_amount: 'amountAfter' }),
	usage_by_user: query(40, 'user_id phone user_name sessions messages created_at is_active'),
};

/** Of a query that has none above. */
const USUAL = query(1, 'day flow sent');

/** All queries that the nodes offer, so that a new one needs no line here. */
export const QUERIES: Record<string, Query> = Object.fromEntries(
	QUERY_NAMES.map((name) => [name, PLAUSIBLE[name.replace('_legacy', '')] ?? USUAL]),
);

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
