import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { type Editor, openEditor } from './browser';
import { type FirstHour, startFirstHour } from './firstHour';
import { install, NEWEST } from './installation';
import { credentialOf } from './wholeN8n';

/*
 * npm run pictures: the pictures of the README, taken in n8n's editor. Look at them before you commit them.
 */

const IMAGES = join(process.cwd(), 'docs/images');

const ROWS = '10-notify-a-list.json';

const TEMPLATE = {
	id: 'order_shipped',
	params: ['name', 'order_id'],
	sample: 'Hello {{name}}, your order {{order_id}} is on its way.',
};

/** A preview of the template's form, filled in. */
const FORM: INodeParameters = {
	templateId: {
		__rl: true,
		mode: 'list',
		value: TEMPLATE.id,
		cachedResultName: 'order_shipped (name, order_id)',
	},
	phone: '={{ $json.phone }}',
	paramsMode: 'form',
	paramsForm: {
		mappingMode: 'defineBelow',
		value: { name: '={{ $json.name }}', order_id: '={{ $json.order_id }}' },
		schema: TEMPLATE.params.map((name) => ({
			id: name,
			displayName: name,
			required: true,
			defaultMatch: false,
			display: true,
			type: 'string',
			removed: false,
		})),
	},
	sendTo: 'nobody',
	options: { defaultCountry: 'BR' },
};

export async function main(): Promise<void> {
	const say = (line: string) => console.log(line);
	const firstHour = await startFirstHour({ installation: install(NEWEST, say), say });
	const editor = await openEditor(firstHour.n8n);
	try {
		await takePictures(firstHour, editor, say);
	} finally {
		await editor.close();
		await firstHour.close();
	}
}

async function takePictures(
	{ inbox, n8n, service, workflows }: FirstHour,
	{ page, open, openNode, executeStep, executeWorkflow, succeeded }: Editor,
	say: (line: string) => void,
): Promise<void> {
	const openExample = async (file: string) => await open(`/workflow/${workflows.get(file)}`);
	const take = async (name: string) => {
		await withoutToasts();
		await page.screenshot({ path: join(IMAGES, `${name}.png`) });
		say(`docs/images/${name}.png`);
	};
	const withoutToasts = async () => {
		const toasts = page.getByText(/executed\s+successfully/);
		await toasts
			.first()
			.waitFor({ state: 'attached' })
			.catch(() => {});
		while ((await toasts.count()) > 0) await toasts.first().waitFor({ state: 'detached' });
	};
	const takeStep = async (name: string, node: string, view = 'Table') => {
		await openNode(node);
		await executeStep();
		await page
			.getByTestId('output-panel')
			.getByText(/\d+ items?/)
			.first()
			.waitFor();
		await page.getByTestId('output-panel').getByText(view).first().click();
		await take(name);
	};

	await openExample('02-get-rows-or-a-file.json');
	await takeStep('bulk-export', 'All Rows');
	await openExample(ROWS);
	await takeStep('notification', 'Notify Users');

	const catalogue = { ...credentialOf(service, 600), templates: JSON.stringify([TEMPLATE]) };
	const id = await n8n.api.createCredential('My Templates', 'chatCommerceApi', catalogue);
	const chatCommerceApi = { id, name: 'My Templates' };
	const change = (node: INode): INode =>
		node.name === 'Notify Users'
			? { ...node, parameters: FORM, credentials: { chatCommerceApi } }
			: node;
	await open(`/workflow/${await n8n.addExample(ROWS, { change })}`);
	await takeStep('template-form', 'Notify Users', 'Schema');

	await openExample('16-agent-that-asks-first.json');
	await openNode('Query Analytics');
	// Icons come last.
	await page.waitForLoadState('networkidle').catch(() => {});
	await page.screenshot({ path: join(IMAGES, 'agent-tool.png') });
	say('docs/images/agent-tool.png');

	await openExample(ROWS);
	await executeWorkflow();
	await succeeded('Not Notified');
	await take('example');

	await openExample('03-email-yesterdays-report.json');
	await executeWorkflow();
	await succeeded('Send Email');
	await page.setViewportSize({ width: 900, height: 560 });
	await page.goto(inbox.url);
	await page.getByText('Notifications of').waitFor();
	await page.screenshot({ path: join(IMAGES, 'inbox.png') });
	say('docs/images/inbox.png');
}
