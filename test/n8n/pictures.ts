import { join } from 'node:path';
import { type Editor, openEditor } from './browser';
import { type FirstHour, startFirstHour } from './firstHour';
import { install, NEWEST } from './installation';

/*
 * npm run pictures: the pictures of the README, taken in n8n's editor. Look at them before you commit them.
 */

const IMAGES = join(process.cwd(), 'docs/images');

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
	{ inbox, workflows }: FirstHour,
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
	const takeStep = async (name: string, file: string, node: string) => {
		await openExample(file);
		await openNode(node);
		await executeStep();
		await page
			.getByTestId('output-panel')
			.getByText(/\d+ items?/)
			.first()
			.waitFor();
		await page.getByTestId('output-panel').getByText('Table').first().click();
		await take(name);
	};

	await takeStep('bulk-export', '01-bulk-export-to-items.json', 'Bulk Export');
	await takeStep('notification', '05-rows-to-notifications-with-error-branch.json', 'Notify Users');

	await openExample('05-rows-to-notifications-with-error-branch.json');
	await executeWorkflow();
	await succeeded('Not Notified');
	await take('example');

	await openExample('06-daily-export-by-email.json');
	await executeWorkflow();
	await succeeded('Send Email');
	await page.setViewportSize({ width: 900, height: 560 });
	await page.goto(inbox.url);
	await page.getByText('Notifications of').waitFor();
	await page.screenshot({ path: join(IMAGES, 'inbox.png') });
	say('docs/images/inbox.png');
}
