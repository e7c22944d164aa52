import { readFileSync } from 'node:fs';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { INode } from 'n8n-workflow';
import { example, exampleFiles, isNote, summaryOf } from '../../n8n/exampleFiles';

/*
 * Guards the workflows in examples/. They are imported as they are, with whichever credential n8n selects, so a click must
 * reach nobody. test/n8n runs them.
 */

const FILES = exampleFiles();
const NOTIFICATIONS = /^n8n-nodes-chat-commerce\.notifications(Tool)?$/;

/** The North American numbers that are reserved for fiction, and those of Australia that the examples use. */
const RESERVED = /^\+1\d{3}55501\d\d$|^\+61491570(006|110|15[6-9])$/;
/** Digits with their separators, a country code before them or not. A date looks alike. */
const PHONE = /(?<![\w.-])(?!\d{4}-\d\d-\d\d)(?:\+|00)?\(?\+?\d[\d ()-]{8,}\d(?![\w.-])/g;

function notificationNodes(file: string): INode[] {
	return example(file).nodes.filter(({ type }) => NOTIFICATIONS.test(type));
}

it.each(FILES)('%s has no credentials of another n8n, and is listed as its note says', (file) => {
	const workflow = example(file);
	expect(workflow.nodes.filter((node) => 'credentials' in node)).toEqual([]);
	// n8n's editor needs it, even if it is empty.
	expect(workflow.pinData).toBeDefined();
	const readme = readFileSync('examples/README.md', 'utf8');
	expect(readme).toContain(`(${file}) | ${summaryOf(workflow)} |`);
});

it('Google Sheets gets phones and long IDs as they are', () => {
	const { nodes } = example('06-orders-into-google-sheets.json');
	const append = nodes.find(({ type }) => type === 'n8n-nodes-base.googleSheets');
	// With any other format, Google turns them into numbers.
	expect(append?.parameters.options).toEqual({ cellFormat: 'RAW' });
});

const FILES_THAT_SEND = FILES.filter((file) => notificationNodes(file).length > 0);

/** It sends by hand, too, but only once a person has approved what its preview shows. */
const APPROVED = '12-campaign-with-approval.json';

it.each(FILES_THAT_SEND)('%s sends nothing by a click, and its note says how to send', (file) => {
	const chosen = notificationNodes(file).map(({ parameters }) => parameters.sendTo);
	// Left out, it is "Everyone When Published".
	const sending = chosen.filter((sendTo) => sendTo !== undefined && sendTo !== 'nobody');
	expect(sending).toEqual(file === APPROVED ? ['everyone'] : []);
	expect(file === APPROVED || chosen.includes(undefined)).toBe(true);
	expect(example(file).nodes.find(isNote)?.parameters.content).toContain('**To send:**');
});

it.each(FILES)('the phone numbers of %s belong to nobody, and are valid', (file) => {
	const phones = [...JSON.stringify(example(file)).matchAll(PHONE)].map(([phone]) => phone);
	const read = phones.map((phone) => {
		const withPlus = phone.replace(/^00/, '+').replace(/^\(\+1\)/, '+1');
		return parsePhoneNumberFromString(withPlus, 'US');
	});
	const isFictional = read.map((phone) => phone?.isValid() && RESERVED.test(phone.number));
	expect(phones.filter((_, index) => !isFictional[index])).toEqual([]);
});
