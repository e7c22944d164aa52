import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { type Editor, openEditor } from './browser';
import { install, NEWEST } from './installation';
import { runCheck } from './suites/editor';
import { addExamples, startWorld, type World } from './world';

/*
 * npm run pictures: the pictures of the README, taken in n8n's editor. Look at them before you commit them.
 */

const IMAGES = join(process.cwd(), 'docs/images');

/** A preview of the template's form, filled in. */
const FORM: INodeParameters = {
	templateId: {
		__rl: true,
		mode: 'list',
		value: 'order_shipped',
		cachedResultName: 'order_shipped (name, order_id)',
	},
	phone: '={{ $json.phone }}',
	paramsMode: 'form',
	paramsForm: {
		mappingMode: 'defineBelow',
		value: { name: '={{ $json.name }}', order_id: '={{ $json.order_id }}' },
		schema: ['name', 'order_id'].map((name) => ({
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
	const world = await startWorld({ installation: install(NEWEST) });
	const editor = await openEditor(world.n8n);
	try {
		await takePictures(world, editor);
	} finally {
		await editor.close();
		await world.close();
	}
}

async function takePictures(world: World, editor: Editor): Promise<void> {
	const { inbox, n8n } = world;
	const workflows = await addExamples(world);
	const { page, open, openNode, executeStep, executeWorkflow, succeeded } = editor;
	const output = page.getByTestId('output-panel');
	const toasts = page.getByText(/executed\s+successfully/);
	const openExample = async (file: string) => await open(`/workflow/${workflows.get(file)}`);
	const take = async (name: string) => {
		await page.screenshot({ path: join(IMAGES, `${name}.png`) });
		console.log(`docs/images/${name}.png`);
	};
	const withoutToasts = async () => {
		await toasts
			.first()
			.waitFor({ state: 'attached' })
			.catch(() => {});
		while ((await toasts.count()) > 0) await toasts.first().waitFor({ state: 'detached' });
	};
	const takeStep = async (name: string, node: string, view = 'Table') => {
		await openNode(node);
		await executeStep();
		await output
			.getByText(/\d+ items?/)
			.first()
			.waitFor();
		await output.getByText(view).first().click();
		await withoutToasts();
		await take(name);
	};

	await openExample('02-get-rows-or-a-file.json');
	await takeStep('bulk-export', 'All Rows');
	await runCheck(editor);
	await withoutToasts();
	await take('check');

	const change = (node: INode): INode =>
		node.name === 'Notify Users' ? { ...node, parameters: FORM } : node;
	await open(`/workflow/${await n8n.addExample('10-notify-a-list.json', { change })}`);
	await takeStep('template-form', 'Notify Users', 'Schema');

	// What the inbox is to show.
	for (const [file, last] of [
		['09-tell-customers-of-shipped-orders.json', 'Answer the CRM'],
		['15-alert-on-few-orders.json', 'Notify the Manager'],
		['10-notify-a-list.json', 'Notified'],
		['03-email-yesterdays-report.json', 'Send Email'],
	] as const) {
		await openExample(file);
		await executeWorkflow();
		await succeeded(last);
	}
	await page.setViewportSize({ width: 900, height: 620 });
	await page.goto(inbox.url);
	await page.getByText('Notifications of').waitFor();
	await page.getByText('your order A-7').waitFor();
	await take('inbox');
}
