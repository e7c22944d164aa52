/** The queries of the service by data domain (section 1), as the editor lists them. */
interface Query {
	domain: string;
	name: string;
	queryName: string;
}

export const QUERIES: Query[] = [
	{ domain: 'Campaigns', name: 'By Day', queryName: 'campaigns_by_day' },
	{ domain: 'Campaigns', name: 'By User', queryName: 'campaigns_by_user' },
	{ domain: 'Campaigns', name: 'Soft Blocks', queryName: 'campaigns_soft_blocks' },
	{ domain: 'Campaigns', name: 'Text', queryName: 'campaigns_text' },
	{ domain: 'Commerce', name: 'Active Stores', queryName: 'commerce_active_stores' },
	{ domain: 'Commerce', name: 'Summary by Day', queryName: 'commerce_summary_by_day' },
	{ domain: 'Commerce', name: 'Summary by Order', queryName: 'commerce_summary_by_order' },
	{ domain: 'Commerce Legacy', name: 'Active Stores', queryName: 'commerce_legacy_active_stores' },
	{
		domain: 'Commerce Legacy',
		name: 'Summary by Day',
		queryName: 'commerce_legacy_summary_by_day',
	},
	{
		domain: 'Commerce Legacy',
		name: 'Summary by Order',
		queryName: 'commerce_legacy_summary_by_order',
	},
	{ domain: 'Messages', name: 'By Day', queryName: 'messages_by_day' },
	{ domain: 'Messages', name: 'By Hour Block', queryName: 'messages_by_hour_block' },
	{ domain: 'Notifications', name: 'By Day', queryName: 'notifications_by_day' },
	{ domain: 'Notifications', name: 'By User', queryName: 'notifications_by_user' },
	{
		domain: 'Usage',
		name: 'By Day, New and Returning Users',
		queryName: 'usage_by_day_new_and_returning_users',
	},
	{
		domain: 'Usage',
		name: 'By Day, Notification Impact',
		queryName: 'usage_by_day_notification_impact',
	},
	{ domain: 'Usage', name: 'By User', queryName: 'usage_by_user' },
];
