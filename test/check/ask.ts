import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { CannotRun, type Given, VARIABLES } from './settings';

/** Where the questions are shown and the answers are typed. */
export interface Terminal {
	input: NodeJS.ReadableStream;
	output: NodeJS.WritableStream;
}

/** Asks for what was not given. @throws CannotRun if the user ends it */
export async function askForMissing(given: Given, terminal: Terminal): Promise<Given> {
	const answers: Given = { ...given };
	const ask = async (...names: Array<keyof Given>) => {
		for (const name of names.filter((each) => answers[each] === undefined)) {
			const hints: Given = {
				token: 'it is not shown',
				send: `${answers.phone}; Enter to send none`,
			};
			const question = `${VARIABLES[name][1]} (${hints[name] ?? 'Enter to skip'}): `;
			const answer = await answerTo(question, terminal, name === 'token');
			if (answer !== '') answers[name] = answer;
		}
	};

	await ask('token');
	const hasAddress = answers.analyticsUrl !== undefined || answers.notificationsUrl !== undefined;
	if (!hasAddress) await ask('region');
	if (answers.region === 'other') await ask('analyticsUrl', 'notificationsUrl');
	await ask('accountId');
	if (answers.accountId !== undefined) await ask('flowId', 'template', 'params', 'phone');
	if (answers.phone !== undefined) await ask('send');
	return answers;
}

async function answerTo(question: string, terminal: Terminal, isSecret: boolean): Promise<string> {
	const { input, output } = terminal;
	// What is typed goes through readline, which writes it to nowhere if it is secret.
	const nowhere = new Writable({ write: (_, __, written) => written() });
	const lines = createInterface({ input, output: isSecret ? nowhere : output, terminal: true });
	if (isSecret) output.write(question);
	try {
		return await new Promise<string>((resolve, reject) => {
			const stop = () => reject(new CannotRun('Stopped. Nothing was sent.'));
			// Ctrl-C, and Ctrl-D or the end of the input.
			lines.once('SIGINT', stop).once('close', stop);
			lines.question(isSecret ? '' : question).then((answer) => resolve(answer.trim()), stop);
		});
	} finally {
		lines.close();
		if (isSecret) output.write('\n');
	}
}
