import type { IExecuteFunctions, INodeParameters } from 'n8n-workflow';
import { optional, text, whole } from '../../../../nodes/shared/params/param';
import { collectionParam, numberParam, textParam } from '../../../../nodes/shared/params/makeParam';
import { ParamReader } from '../../../../nodes/shared/params/paramReader';

const size = numberParam('Size', 'size', 5, { schema: whole({ max: 10 }) });
const zone = textParam('Zone', 'zone', text, {});
const limit = { ...numberParam('Limit', 'limit', 50, {}), absent: Infinity };
const options = collectionParam('Options', 'options', { size, zone, limit }, {});

/** @param values of expressions, by item; what is not there is as written */
function parametersOf(written: INodeParameters, values: Array<Record<string, unknown>> = []) {
	const reads: string[] = [];
	const getNodeParameter = (path: string, itemIndex: number, absent: unknown) => {
		reads.push(`${path} ${itemIndex}`);
		const value = path
			.split('.')
			.reduce<unknown>((whole, key) => (whole as INodeParameters | undefined)?.[key], written);
		if (value === undefined) return absent;
		return typeof value === 'string' && value.startsWith('=') ? values[itemIndex]?.[path] : value;
	};
	const n8n = { getNodeParameter, getNode: () => ({ parameters: written }) };
	return { parameters: new ParamReader(n8n as unknown as IExecuteFunctions), reads };
}

it('what has no expression is read once, with an expression for each item', () => {
	const { parameters, reads } = parametersOf({ size: 7, zone: '=' }, [{ zone: 'a' }, { zone: 1 }]);
	const read = [0, 1].map((item) => [parameters.read(size, item), parameters.read(zone, item)]);
	expect(read.flat()).toEqual([7, 'a', 7, '1']);
	expect(reads).toEqual(['size 0', 'zone 0', 'zone 1']);
});

it('a field that the node does not have has its default; an expression without a value has none', () => {
	expect(parametersOf({}).parameters.read(size, 0)).toBe(5);
	expect(() => parametersOf({ size: '=' }).parameters.read(size, 0)).toThrow('Size is not valid');
	expect(() => parametersOf({ size: 11 }).parameters.read(size, 0)).toThrow(
		expect.objectContaining({ description: 'Enter 10 or less. Its value is: 11' }) as Error,
	);
});

describe('an option', () => {
	it('that was not added has its default, or the value of its absence', () => {
		const values = { size: 5, zone: '', limit: Infinity };
		expect(parametersOf({}).parameters.readCollection(options, 0)).toEqual(values);
		const { parameters } = parametersOf({ options: { limit: '7' } });
		expect(parameters.readCollection(options, 0)).toEqual({ ...values, limit: 7 });
	});

	it('that is optional and was not added has no value, and its type says so', () => {
		const flow = optional(textParam('Flow', 'flow', text, {}));
		const filters = collectionParam('Filters', 'filters', { flow }, {});
		const values = parametersOf({}).parameters.readCollection(filters, 0);
		expect(values).toEqual({ flow: undefined });
		// @ts-expect-error -- it may be undefined
		expect(() => values.flow.length).toThrow(TypeError);
		const added = parametersOf({ filters: { flow: 'a' } }).parameters;
		expect(added.readCollection(filters, 0)).toEqual({ flow: 'a' });
	});

	it.each([[null], [undefined], [''], [' ']])('that was added must not give %j', (value) => {
		const { parameters } = parametersOf({ options: { zone: '=' } }, [{ 'options.zone': value }]);
		expect(() => parameters.option(options, 'zone', 0)).toThrow('Options > Zone has no value');
		// The others are not evaluated.
		expect(parameters.option(options, 'size', 0)).toBe(5);
	});

	it('is read for each item where the whole collection is an expression', () => {
		const { parameters, reads } = parametersOf({ options: '=' });
		for (const item of [0, 1]) parameters.option(options, 'size', item);
		expect(reads).toEqual(['options.size 0', 'options.size 1']);
	});
});
