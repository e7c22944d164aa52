import { QUERY_NAMES } from '../../nodes/Analytics/api/queries';
import type { filtersField } from '../../nodes/Analytics/operations/fields/filters';
import type { ColumnKind } from './records';

interface Query {
	rowsPerDay: number;
	/** Named after what they hold. */
	columns: ColumnKind[];
}

/**
 * Plausible columns of queries, by their names without `_legacy`. The specification lists the queries, and shows the
 * columns of almost none.
 */
const PLAUSIBLE: Record<string, Query> = {
	commerce_summary_by_order: {
		rowsPerDay: 20,
		columns: [
			'order_id',
			'created_at',
			'store_id',
			'storefront',
			'user_id',
			'phone',
			'user_name',
			'items',
			'total_amount',
			'coupon',
		],
	},
	messages_by_hour_block: {
		rowsPerDay: 24,
		columns: ['day', 'hour_block', 'flow', 'sent', 'received', 'read', 'failed'],
	},
	messages_by_day: {
		rowsPerDay: 1,
		columns: ['day', 'flow', 'sent', 'received', 'read', 'failed'],
	},
	notifications_by_user: {
		rowsPerDay: 40,
		columns: [
			'created_at',
			'user_id',
			'phone',
			'user_name',
			'notification_template',
			'last_status',
			'flow',
			'coupon',
			'is_active',
		],
	},
	campaigns_by_user: {
		rowsPerDay: 30,
		columns: ['day', 'campaign_name', 'user_id', 'phone', 'user_name', 'last_status'],
	},
	usage_by_day_notification_impact: {
		rowsPerDay: 1,
		columns: ['day', 'notified_users', 'orders_after'],
	},
	usage_by_user: {
		rowsPerDay: 40,
		columns: ['user_id', 'phone', 'user_name', 'sessions', 'messages', 'created_at', 'is_active'],
	},
};

/** For a query that has none above. */
const USUAL: Query = { rowsPerDay: 1, columns: ['day', 'flow', 'sent'] };

/** All queries that the nodes offer, so that a new one needs no line here. */
export const QUERIES: Record<string, Query> = Object.fromEntries(
	QUERY_NAMES.map((name) => [name, PLAUSIBLE[name.replace('_legacy', '')] ?? USUAL]),
);

/** The column that each filter of section 2.1 narrows, for each filter that the nodes offer. */
export const FILTER_COLUMNS: Record<keyof (typeof filtersField)['fields'], ColumnKind> = {
	flow: 'flow',
	userId: 'user_id',
	storeId: 'store_id',
	storefront: 'storefront',
	notificationTemplate: 'notification_template',
	lastStatus: 'last_status',
	campaignName: 'campaign_name',
};

export type FilterName = keyof typeof FILTER_COLUMNS;

export const FILTER_NAMES = Object.keys(FILTER_COLUMNS) as [FilterName, ...FilterName[]];
