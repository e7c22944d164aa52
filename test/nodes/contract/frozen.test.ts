import type { INodeProperties } from 'n8n-workflow';
import { ChatCommerceApi } from '../../../credentials/ChatCommerceApi.credentials';
import { Analytics } from '../../../nodes/Analytics/Analytics.node';
import { Notifications } from '../../../nodes/Notifications/Notifications.node';
import { OUTPUT_FIELDS } from '../../../nodes/Notifications/outputItem';
import { bulkExport, runAnalytics } from '../../support/analyticsNode';
import { manifest } from '../../support/manifest';
import { serviceForEach } from '../../support/serviceForEach';
import { startFinishedJob } from '../../support/startedJobs';

/*
 * FROZEN VALUES: what saved workflows, credentials and sent notifications depend on, so that no update may change it. The
 * nonces themselves are in `Notifications/frozenNonces.test.ts`, and the keys of recipients in `message/phone.number.test.ts`;
 * the names and values of the nodes' parameters are in all tests and examples. A new name may be added, where nothing else is
 * said; none may change or go.
 */

it('the names by which n8n finds the nodes and the credential', () => {
	expect(manifest().name).toBe('n8n-nodes-chat-commerce');
	expect(new Analytics().description).toMatchObject({ name: 'analytics', version: 1 });
	expect(new Notifications().description).toMatchObject({ name: 'notifications', version: 1 });
	expect(new ChatCommerceApi().name).toBe('chatCommerceApi');
});

/** Each field of the credential with its default; a list has all of its values, the default first. */
const CREDENTIAL = {
	apiToken: '',
	region: ['global', 'india', 'other'],
	analyticsBaseUrl: '',
	notificationsBaseUrl: '',
	accountId: '',
	flowId: '',
	templates: '',
	serviceDetails: false,
	dateFormat: ['dateTime', 'date'],
	endDateIncluded: true,
	callsPerMinute: 5,
	requestTimeout: 300,
};

it('the stored values of the credential', () => {
	const { properties } = new ChatCommerceApi();
	const stored = properties.map((property) => [property.name, storedIn(property)]);
	expect(Object.fromEntries(stored)).toEqual(CREDENTIAL);
});

function storedIn({ default: first, options = [] }: INodeProperties): unknown {
	const values = options.map((option) => ('value' in option ? option.value : undefined));
	return values.length === 0 ? first : [first, ...values.filter((value) => value !== first)];
}

/** The fields of output items, which expressions of the nodes that follow name, and their binary properties. */
const OUTPUT_OF_NOTIFICATIONS = [
	...['phone', 'status', 'text', 'note', 'template', 'nonce'],
	...['mayHaveBeenSent', 'notificationId', 'messageIds'],
];
const OUTPUT_OF_ANALYTICS = [
	{ parameters: { operation: 'start' }, json: ['jobId', 'queryName'], binary: [] },
	{ parameters: { operation: 'getStatus' }, json: ['jobId', 'done', 'failed'], binary: [] },
	{
		parameters: { operation: 'getResult', output: 'csvFile' },
		json: ['rows', 'fileName', 'jobIds', 'columns'],
		binary: ['data'],
	},
	{
		parameters: { operation: 'getResult', output: 'gzipFile' },
		json: ['fileName', 'jobId'],
		binary: ['data'],
	},
];

describe('the fields of the output', () => {
	const service = serviceForEach();

	it('of Notifications, in this order', () => {
		expect(OUTPUT_FIELDS).toEqual(OUTPUT_OF_NOTIFICATIONS);
	});

	it.each(OUTPUT_OF_ANALYTICS)('of $parameters', async ({ parameters, json, binary }) => {
		const { jobId } = await startFinishedJob(service);
		const { items } = await runAnalytics(service, bulkExport({ ...parameters, jobId }));
		expect(Object.keys(items[0]?.json ?? {})).toEqual(expect.arrayContaining(json));
		expect(Object.keys(items[0]?.binary ?? {})).toEqual(binary);
	});
});
