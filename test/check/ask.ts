import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CannotRun, type Given } from './settings';

/** Where the questions are shown and the answers are typed. */
export interface Terminal {
	input: NodeJS.ReadableStream;
	output: NodeJS.WritableStream;
}

const STOPPED = 'Stopped. Nothing was sent.';

/** Asks for what was not given. @throws CannotRun if the user ends it */
export async function askForMissing(given: Given, terminal: Terminal): Promise<Given> {
	const answers: Given = { ...given };
	const ask = async (name: keyof Given, question: string, isSecret = false) => {
		if (answers[name] !== undefined) return;
		const answer = await answerTo(question, terminal, isSecret);
		if (answer !== '') answers[name] = answer;
	};

	await ask('token', 'API token (it is not shown): ', true);
	if (answers.analyticsUrl === undefined && answers.notificationsUrl === undefined) {
		await ask('region', 'Region: global, india or other [global]: ');
		answers.region ??= 'global';
	}
	if (answers.region === 'other') {
		await ask('analyticsUrl', 'Analytics Base URL: ');
		await ask('notificationsUrl', 'Notifications Base URL (Enter: leave notifications out): ');
	}
	await ask('accountId', 'To test notifications, Account ID (Enter: leave them out): ');
	if (answers.accountId === undefined) return answers;
	await ask('flowId', 'Flow ID: ');
	await ask('template', 'Template: ');
	await ask('params', 'Parameters of the template as JSON, such as {"name":"Ana"} (Enter: none): ');
	await ask('phone', 'Your own phone, with a plus and the country code: ');
	return answers;
}

/** Whether the user types the word that lets messages be sent. @throws CannotRun if the user ends it */
export async function isConfirmed(question: string, terminal: Terminal): Promise<boolean> {
	return (await answerTo(question, terminal)) === 'yes';
}

async function answerTo(question: string, terminal: Terminal, isSecret = false): Promise<string> {
	const { input, output } = terminal;
	// What is typed goes through readline, which writes it to nowhere if it is secret.
	const nowhere = new Writable({ write: (_, __, written) => written() });
	const lines = createInterface({ input, output: isSecret ? nowhere : output, terminal: true });
	if (isSecret) output.write(question);
	try {
		return await new Promise<string>((resolve, reject) => {
			const stop = () => reject(new CannotRun(STOPPED));
			// Ctrl-C, and Ctrl-D or the end of the input.
			lines.once('SIGINT', stop).once('close', stop);
			lines.question(isSecret ? '' : question).then((answer) => resolve(answer.trim()), stop);
		});
	} finally {
		lines.close();
		if (isSecret) output.write('\n');
	}
}
