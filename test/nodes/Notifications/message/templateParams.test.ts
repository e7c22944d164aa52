import {
	sentParams,
	type TemplateParam,
	templateParam,
} from '../../../../nodes/Notifications/message/templateParams';
import { parseTemplates } from '../../../../nodes/shared/credential/templates';

/* The rules of docs/notifications.md > Parameters, for one template. */

const GAP = {
	problem: 'The parameter "a": {{ $json.a }} gave no value',
	advice: 'Check it.',
	leavesNothing: false,
};

function sent(entered: TemplateParam[], { text = '', isJson = false } = {}) {
	const template = parseTemplates(`t: ${text}`).get('t');
	return sentParams(entered, { template, isJson, item: { json: {}, mode: 'trigger' } });
}

describe('the parameters that a template needs', () => {
	/** "constructor" is also a property of every object, which must not count. */
	const text = '{{name}} {{constructor}}';

	it.each<{ values: object; message: string }>([
		{
			values: { name: undefined, constructor: null },
			message: 'The template needs a value for "name" and "constructor"',
		},
		{ values: { name: '' }, message: 'The parameter "name" is empty' },
	])(
		'are an error if they are missing or empty, in JSON as well: $values',
		({ values, message }) => {
			const entered = Object.entries(values).map(([name, value]) => templateParam(name, value));
			expect(() => sent(entered, { text })).toThrow(message);
			expect(() => sent(entered, { text, isJson: true })).toThrow(message);
		},
	);

	it('may be zero, and there may be others that are left out', () => {
		const entered = [templateParam('a', 0), templateParam('b', null)];
		expect(sent(entered, { text: '{{a}}' }).params).toEqual({ a: 0 });
	});
});

describe('a parameter that the text of the template does not have', () => {
	const entered = [
		templateParam('name', 'Ana'),
		templateParam('document', 'https://shop.example/F-1.pdf'),
		templateParam('buttons', [{ index: 0 }]),
		templateParam('header', { image: 'x' }),
	];
	const nested = { buttons: [{ index: 0 }], header: { image: 'x' } };

	it('is sent if it was entered, with a warning', () => {
		const { params, warnings } = sent(entered, { text: 'Hello {{name}}' });
		expect(params).toEqual({ name: 'Ana', document: 'https://shop.example/F-1.pdf', ...nested });
		expect(warnings).toEqual([expect.stringContaining('which are sent all the same: "document"')]);
	});

	it('is not sent if it stands in JSON, which may be a whole item, unless it is a list or an object', () => {
		const { params, warnings } = sent(entered, { text: 'Hello {{name}}', isJson: true });
		expect(params).toEqual({ name: 'Ana', ...nested });
		expect(warnings).toEqual([
			expect.stringContaining('which are not sent: "document"'),
			expect.stringContaining('which are sent all the same: "header"'),
		]);
	});

	it('is sent in JSON, too, if the credential does not have the text', () => {
		const { params, warnings } = sent(entered, { isJson: true });
		expect(Object.keys(params)).toEqual(['name', 'document', 'buttons', 'header']);
		expect(warnings).toEqual([]);
	});
});

it.each([[['Ana']], [{ first: 'Ana' }]])(
	'%j is an error in the text of the template, where WhatsApp takes a text',
	(value) => {
		const entered = [templateParam('name', value)];
		const isJson = true;
		expect(() => sent(entered, { text: '{{name}}', isJson })).toThrow(/"name"/);
		expect(() => sent(entered, { text: '{{name}}' })).toThrow(/"name"/);
		expect(sent(entered, { isJson }).params).toEqual({ name: value });
	},
);

it.each([{ link: undefined }, [1, { a: undefined }], Array(1), undefined])(
	'%p in JSON is warned of, since JSON leaves out what is undefined',
	(value) => {
		const { warnings } = sent([templateParam('document', value)], { isJson: true });
		expect(warnings).toEqual(['The parameter "document" has an expression that gave no value']);
		expect(sent([templateParam('a', { b: null })], { isJson: true }).warnings).toEqual([]);
	},
);

describe('a parameter that is empty', () => {
	it('is an error where each parameter was entered, with what its expression gave', () => {
		expect(() => sent([templateParam('a', '')])).toThrow('The parameter "a" is empty');
		expect(() => sent([templateParam('a', null, [GAP])])).toThrow(GAP.problem);
		expect(() => sent([templateParam('a', ' - ', [GAP])])).toThrow(GAP.problem);
		expect(() => sent([templateParam('a', '0.00', [{ ...GAP, leavesNothing: true }])])).toThrow(
			GAP.problem,
		);
	});

	it('is sent in JSON, where it may be meant', () => {
		expect(sent([templateParam('a', '')], { isJson: true }).params).toEqual({ a: '' });
	});

	it('has the fallback of the template instead, without a warning', () => {
		const entered = [templateParam('a', undefined, [GAP]), templateParam('b', 'x', [GAP])];
		expect(sent(entered, { text: '{{a|customer}} {{b}}' })).toEqual({
			params: { a: 'customer', b: 'x' },
			warnings: [GAP.problem],
		});
	});
});
