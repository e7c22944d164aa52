import { PassThrough } from 'node:stream';
import { askForMissing, isConfirmed } from './ask';
import type { Given } from './settings';

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

it('asks for what is needed, and leaves notifications out without an Account ID', async () => {
	const terminal = terminalWith(['my-token\r', '\r', '\r']);
	const given = await askForMissing({}, terminal);
	expect(given).toEqual({ token: 'my-token', region: 'global' });
});

it('never shows the token', async () => {
	const terminal = terminalWith([
		'my-token\r',
		'india\r',
		'acme\r',
		'bot\r',
		'welcome\r',
		'\r',
		'+1\r',
	]);
	const given = await askForMissing({}, terminal);
	expect(given).toEqual({
		token: 'my-token',
		region: 'india',
		accountId: 'acme',
		flowId: 'bot',
		template: 'welcome',
		phone: '+1',
	});
	expect(terminal.shown()).toContain('acme');
	expect(terminal.shown()).not.toContain('my-token');
});

it('asks for nothing that was given', async () => {
	const given: Given = {
		token: 'my-token',
		analyticsUrl: 'https://example.com',
		accountId: 'acme',
		flowId: 'bot',
		template: 'welcome',
		params: '{}',
		phone: '+1',
	};
	const terminal = terminalWith([]);
	expect(await askForMissing(given, terminal)).toEqual(given);
	expect(terminal.shown()).toBe('');
});

it.each([
	{ typed: 'yes\r', confirmed: true },
	{ typed: '\r', confirmed: false },
	{ typed: 'y\r', confirmed: false },
	{ typed: 'no\r', confirmed: false },
])('only the whole word confirms: $typed', async ({ typed, confirmed }) => {
	expect(await isConfirmed('Type yes: ', terminalWith([typed]))).toBe(confirmed);
});

it.each([
	{ key: 'Ctrl-C', typed: '\u0003' },
	{ key: 'Ctrl-D', typed: '\u0004' },
])('$key ends it, also while the token is typed', async ({ typed }) => {
	await expect(askForMissing({}, terminalWith([typed]))).rejects.toThrow('Stopped');
	await expect(isConfirmed('Type yes: ', terminalWith([typed]))).rejects.toThrow('Stopped');
});
