/** The documented queries (section 1): name, data domain and label. The user may enter any other name. */
export const QUERIES = [
	['campaigns_by_day', 'Campaigns', 'By Day'],
	['campaigns_by_user', 'Campaigns', 'By User'],
	['campaigns_soft_blocks', 'Campaigns', 'Soft Blocks'],
	['campaigns_text', 'Campaigns', 'Text'],
	['commerce_active_stores', 'Commerce', 'Active Stores'],
	['commerce_summary_by_day', 'Commerce', 'Summary by Day'],
	['commerce_summary_by_order', 'Commerce', 'Summary by Order'],
	['commerce_legacy_active_stores', 'Commerce Legacy', 'Active Stores'],
	['commerce_legacy_summary_by_day', 'Commerce Legacy', 'Summary by Day'],
	['commerce_legacy_summary_by_order', 'Commerce Legacy', 'Summary by Order'],
	['messages_by_day', 'Messages', 'By Day'],
	['messages_by_hour_block', 'Messages', 'By Hour Block'],
	['notifications_by_day', 'Notifications', 'By Day'],
	['notifications_by_user', 'Notifications', 'By User'],
	['usage_by_day_new_and_returning_users', 'Usage', 'By Day, New and Returning Users'],
	['usage_by_day_notification_impact', 'Usage', 'By Day, Notification Impact'],
	['usage_by_user', 'Usage', 'By User'],
] as const;

export const QUERY_NAMES: readonly string[] = QUERIES.map(([queryName]) => queryName);
