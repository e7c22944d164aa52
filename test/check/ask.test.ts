import { PassThrough } from 'node:stream';
import { askForMissing } from './ask';

/** A terminal in which somebody types an answer as soon as a question is there. */
function terminalWith(answers: string[]) {
	const input = new PassThrough();
	const output = new PassThrough();
	let shown = '';
	output.on('data', (part: Buffer) => {
		shown += part.toString();
		// A question ends with a colon and a blank, after which readline may place the cursor.
		const isQuestion = /: (\[\d+G)?$/.test(shown.replaceAll('\u001B', ''));
		if (isQuestion && answers.length > 0) {
			const answer = answers.shift();
			setImmediate(() => input.write(answer));
		}
	});
	return { input, output, shown: () => shown };
}

it('never shows the token, and asks for nothing that was given', async () => {
	const answers = ['my-token\r', 'acme\r', 'welcome\r', '\r', '+1\r', 'yes\r'];
	const terminal = terminalWith(answers);
	const given = await askForMissing(
		{ analyticsUrl: 'https://example.com', flowId: 'bot' },
		terminal,
	);
	expect(given).toEqual({
		token: 'my-token',
		analyticsUrl: 'https://example.com',
		accountId: 'acme',
		flowId: 'bot',
		template: 'welcome',
		phone: '+1',
		send: 'yes',
	});
	expect(terminal.shown()).toContain('to this phone (+1;');
	expect(terminal.shown()).not.toContain('my-token');
});

it.each([
	{ key: 'Ctrl-C', typed: '\u0003' },
	{ key: 'Ctrl-D', typed: '\u0004' },
])('$key ends it, also while the token is typed', async ({ typed }) => {
	await expect(askForMissing({}, terminalWith([typed]))).rejects.toThrow('Stopped');
	await expect(askForMissing({ token: 'a' }, terminalWith([typed]))).rejects.toThrow('Stopped');
});
