import { join } from 'node:path';
import type { INode, INodeParameters } from 'n8n-workflow';
import { type Editor, openEditor } from './browser';
import { startFilm } from './film';
import { install, NEWEST } from './installation';
import { startWorld, type World } from './world';

/* `npx node test/run.mjs test/n8n/pictures.ts` takes the pictures and the film of the README in n8n's editor. Look at them before you commit them. */

const IMAGES = join(process.cwd(), 'docs/images');

/** The parameters of Notification > Send, with the form of a template of the credential. */
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
		schema: [requiredText('name'), requiredText('order_id')],
	},
	sendTo: 'published',
	options: { defaultCountry: 'US' },
};

/** A field of the form, as n8n saves it. */
function requiredText(name: string): INodeParameters {
	return {
		id: name,
		displayName: name,
		required: true,
		defaultMatch: false,
		display: true,
		type: 'string',
	};
}

/** Whom the film notifies: the service delivers to all of them. */
const CUSTOMER_COUNT = 2;
const CUSTOMERS = `return [
  { phone: '(202) 555-0110', name: 'Ana', order_id: 1042 },
  { phone: '+1 787 555 0110', name: 'João', order_id: 1043 },
].map((json) => ({ json }));`;

/** Examples that deliver something, which the picture of the inbox shows. */
const DELIVERING = [
	'03-email-yesterdays-report.json',
	'09-tell-customers-of-shipped-orders.json',
	'10-notify-a-list.json',
	'15-alert-on-few-orders.json',
];

export async function main(): Promise<void> {
	const world = await startWorld({ installation: await install(NEWEST) });
	const editor = await openEditor(world.n8n);
	try {
		await takePictures(world, editor);
		world.reset();
		await takeFilm(world, editor);
	} finally {
		await editor.close();
		await world.close();
	}
}

async function takePictures({ inbox, n8n }: World, editor: Editor): Promise<void> {
	const { page, open, openNode, executeStep } = editor;
	const output = page.getByTestId('output-panel');
	const take = async (name: string) => {
		const path = join(IMAGES, `${name}.png`);
		// Without n8n's message in the corner that the node was executed.
		await page.screenshot({ path, style: '.el-notification { visibility: hidden }' });
		console.log(path);
	};
	const takeStep = async (name: string, workflow: string, node: string, view: string) => {
		await open(`/workflow/${workflow}`);
		await openNode(node);
		await executeStep();
		await output
			.getByText(/\d+ items?/)
			.first()
			.waitFor();
		await output.getByText(view).first().click();
		await take(name);
	};

	const getting = await n8n.addExample('02-get-rows-or-a-file.json');
	await takeStep('bulk-export', getting, 'All Rows', 'Table');
	const change = (node: INode): INode =>
		node.name === 'Notify Users' ? { ...node, parameters: FORM } : node;
	const sending = await n8n.addExample('10-notify-a-list.json', { change });
	await takeStep('template-form', sending, 'Notify Users', 'Schema');

	for (const file of DELIVERING) await n8n.run(file);
	await page.setViewportSize({ width: 900, height: 620 });
	await page.goto(inbox.url);
	await page.getByText('Notifications of').waitFor();
	await take('inbox');
}

/** Preview, test phone, sent: what a first message looks like. */
async function takeFilm({ inbox, n8n, service }: World, editor: Editor): Promise<void> {
	const { page, field, open, openNode, executeStep, choose } = editor;
	const output = page.getByTestId('output-panel');
	const change = (node: INode): INode => {
		if (node.name === 'Rows') return { ...node, parameters: { jsCode: CUSTOMERS } };
		return node.name === 'Notify Users' ? { ...node, parameters: FORM } : node;
	};
	const workflow = await n8n.addExample('10-notify-a-list.json', { change });
	await page.setViewportSize({ width: 1280, height: 800 });
	await open(`/workflow/${workflow}`);
	// n8n's message in the corner would cover the output.
	await page.addStyleTag({ content: '.el-notification { visibility: hidden }' });
	const film = await startFilm(page);
	await openNode('Notify Users');

	/** Executes the node, and shows its output once all of its items have this status. */
	const showExecuted = async (status: string, seconds: number) => {
		await executeStep();
		await output.getByText('Table', { exact: true }).first().click();
		await output
			.getByText(status, { exact: true })
			.nth(CUSTOMER_COUNT - 1)
			.waitFor();
		await film.show(seconds);
	};
	await film.show(2.5);
	await showExecuted('preview', 4);

	await choose('sendTo', 'Test Phone');
	await field('testPhone').locator('input').first().fill('+12025550119');
	await film.show(2.5);
	await showExecuted('accepted', 4);

	await choose('sendTo', 'Everyone(?!,| When)');
	await film.show(2);
	await showExecuted('accepted', 4);

	await page.goto(inbox.url);
	await page.getByText(`Notifications (${service.ledger.entries.length})`).waitFor();
	await film.show(4);
	const path = join(IMAGES, 'first-message.webp');
	await film.save(path);
	console.log(path);
}
