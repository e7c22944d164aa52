import { rowBuilder } from '../../../../nodes/Analytics/csv/rowObjects.ts';
import { convertType } from '../../../../nodes/Analytics/csv/typeConversion.ts';

describe('rowBuilder', () => {
	it('makes objects with the names as keys, in their order', () => {
		const build = rowBuilder(['z', 'a', 'm']);
		const row = build(['1', '2', '3']);
		expect(row).toEqual({ z: '1', a: '2', m: '3' });
		expect(Object.keys(row)).toEqual(['z', 'a', 'm']);
		expect(build(['4', '5', '6'])).toEqual({ z: '4', a: '5', m: '6' });
		expect(row['z']).toBe('1');
	});

	it('converts every value if told so', () => {
		const build = rowBuilder(['id', 'count', 'sent'], convertType);
		expect(build(['007', '12', 'true'])).toEqual({ id: '007', count: 12, sent: true });
	});

	it('takes hostile names as what they are', () => {
		const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', ' ', 'é"\'\\'];
		const row = rowBuilder(names)(names.map((_, i) => `value ${i}`));
		expect(Object.entries(row)).toEqual(names.map((name, i) => [name, `value ${i}`]));
		expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
		expect(Object.keys({})).toEqual([]);
		expect(JSON.parse(JSON.stringify(row))).toEqual(row);
	});

	it('keeps 300 columns apart', () => {
		const names = Array.from({ length: 300 }, (_, i) => `column ${i}`);
		const row = rowBuilder(names)(names);
		expect(Object.entries(row)).toEqual(names.map((name) => [name, name]));
	});

	it('refuses a name that is there twice, of which one value would be lost', () => {
		expect(() => rowBuilder(['a', 'b', 'a'])).toThrow(RangeError);
	});
});
