import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { type EmptyPart, text, whole } from '../../../../nodes/shared/fields/field';
import {
	collectionField,
	numberField,
	switchField,
	textField,
} from '../../../../nodes/shared/fields/makeField';
import { FieldReader } from '../../../../nodes/shared/fields/fieldReader';

const size = numberField('Size', 'size', 5, { schema: whole() });
const zone = textField('Zone', 'zone', text, { emptyPart: 'error' });
/** As long as it is not added, there is no limit, although its field shows 50. */
const limit = { ...numberField('Limit', 'limit', 50, {}), absent: Infinity };
const options = collectionField('Options', 'options', { size, zone, limit }, {});

/**
 * @param written the parameters of the node; a text that begins with "=" is an expression
 * @param expressionValues for each item: what the expressions give, by their paths
 */
function readingOf(
	written: INodeParameters,
	expressionValues: Array<Record<string, unknown>> = [],
) {
	/** The paths that n8n was asked for, each with the index of the item. */
	const reads: string[] = [];
	function getNodeParameter(path: string, itemIndex: number, fallback: unknown): unknown {
		reads.push(`${path} ${itemIndex}`);
		let value: unknown = written;
		for (const key of path.split('.')) {
			value = (value as INodeParameters | undefined)?.[key];
		}
		if (value === undefined) return fallback;
		const isExpression = typeof value === 'string' && value.startsWith('=');
		return isExpression ? expressionValues[itemIndex]?.[path] : value;
	}
	const n8n = {
		getNodeParameter,
		getNode: () => ({ parameters: written }),
		getInputData: () => [],
		getMode: () => 'trigger',
	};
	return { fields: new FieldReader(n8n as unknown as IExecuteFunctions), reads };
}

it('reads a fixed value once for all items, and an expression for each item', () => {
	const { fields, reads } = readingOf({ size: 7, zone: '=' }, [{ zone: 'a' }, { zone: 1 }]);
	expect(fields.read(size, 0)).toBe(7);
	expect(fields.read(zone, 0)).toBe('a');
	expect(fields.read(size, 1)).toBe(7);
	expect(fields.read(zone, 1)).toBe('1');
	expect(reads).toEqual(['size 0', 'zone 0', 'zone 1']);
});

it('a field has its default if the node does not have it', () => {
	expect(readingOf({}).fields.read(size, 0)).toBe(5);
});

describe('an option', () => {
	it('that was not added has its default, or another value if one is defined for its absence', () => {
		const { fields } = readingOf({});
		expect(fields.readCollection(options, 0)).toEqual({ size: 5, zone: '', limit: Infinity });
	});

	it.each([undefined, ' '])('whose expression gives %j is an error', (value) => {
		const { fields } = readingOf({ options: { zone: '=' } }, [{ 'options.zone': value }]);
		expect(() => fields.read(options.fields.zone, 0)).toThrow('Options > Zone has no value');
	});

	it('is read without the others, so an error in another one does not matter', () => {
		const { fields, reads } = readingOf({ options: { zone: '=' } });
		expect(fields.read(options.fields.size, 0)).toBe(5);
		expect(reads).toEqual(['options.size 0']);
	});
});

/** Reads `written`, in which n8n gives the number in the braces of an expression, or null. */
function readerOf(written: string) {
	const n8n = {
		getNode: () => ({ parameters: { field: written } }),
		getNodeParameter: () => 'a',
		getInputData: () => [{ json: {} }],
		getMode: () => 'trigger',
		evaluateExpression: (part: string) => Number(part.replace(/[{}]/g, '')) || null,
	};
	const reader = new FieldReader(n8n as unknown as IExecuteFunctions);
	return (emptyPart: EmptyPart) =>
		reader.readWithGaps(textField('Field', 'field', text, { emptyPart }), 0);
}

/* What is noticed of expressions in general is tested in fieldReader.generated.test.ts. */
it('an expression that gave nothing is named as the user has written it', () => {
	const read = readerOf('=a {{ 1 }}{{ $json.b }}');
	const message = 'Field: {{ $json.b }} gave no value';
	const description = expect.stringContaining(
		'Check the name and the value of its field.',
	) as string;
	expect(() => read('error')).toThrow(expect.objectContaining({ message, description }) as Error);
	expect(read('warning')).toMatchObject({ value: 'a', gaps: [{ problem: message }] });
});

it.each<EmptyPart>(['error', 'warning', 'normal'])(
	'a number that has lost its last digits is an error in each field, such as one of the kind %s',
	(emptyPart) => {
		const read = readerOf('=n{{ 1152921504606847000 }}');
		const message = 'Field: {{ 1152921504606847000 }} is a number that has lost its last digits';
		expect(() => read(emptyPart)).toThrow(message);
	},
);

it('n8n evaluates an expression once for an item, however many rules look at it', () => {
	const asked: string[] = [];
	const n8n = {
		getNode: () => ({ parameters: { field: '=a {{ $json.id }}', zone: '={{ $json.zone }}' } }),
		getNodeParameter: (path: string) => (path === 'field' ? 'a 7' : 'UTC'),
		getInputData: () => [{ json: {} }, { json: {} }],
		getMode: () => 'trigger',
		evaluateExpression(part: string, itemIndex: number) {
			asked.push(`${part} ${itemIndex}`);
			return 7;
		},
	};
	const fields = new FieldReader(n8n as unknown as IExecuteFunctions);
	const field = textField('Field', 'field', text, { emptyPart: 'key' });
	for (const itemIndex of [0, 1]) {
		fields.read(field, itemIndex);
		fields.read(zone, itemIndex);
		// The value of the field is that of its only expression.
		expect(fields.evaluate('$json.zone', itemIndex)).toBe('UTC');
		expect(fields.evaluate('$json.id', itemIndex)).toBe(7);
	}
	expect(asked).toEqual(['{{  $json.id  }} 0', '{{  $json.id  }} 1']);
});

it('false by && is no value, unless the field is a switch', () => {
	const written = { zone: '={{ $json.vip && "UTC" }}', isOn: '={{ $json.vip && $json.isOn }}' };
	const { fields } = readingOf(written, [{ zone: false, isOn: false }]);
	expect(() => fields.read(zone, 0)).toThrow('gave "false"');
	expect(fields.read(switchField('On', 'isOn', true, {}), 0)).toBe(false);
});
