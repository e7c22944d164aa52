import fc from 'fast-check';
import {
	cellsFor,
	columnDifference,
	type OnOtherColumns,
	outputNames,
	underContract,
} from '../../../../nodes/Analytics/bulkFile/columnContract';
import type { ColumnNames } from '../../../../nodes/Analytics/bulkFile/columnNames';

const decisionOf = (names: string[]): ColumnNames => ({
	names,
	rowsToSkip: 2,
	inFile: true,
	reason: 'test',
});

function held(expectedColumns: string[], names: string[], onOtherColumns: OnOtherColumns) {
	const hints: string[] = [];
	const decision = underContract(
		decisionOf(names),
		{ expectedColumns, onOtherColumns },
		{ hasRows: true, hint: (message) => hints.push(message) },
	);
	return { decision, hints };
}

it.each([
	[['a', 'b'], ['a', 'b'], undefined],
	[['a', 'b'], ['a'], 'missing b'],
	[['a', 'b'], ['a', 'x', 'b'], 'new x'],
	[['a', 'b'], ['a', 'B'], 'missing b; new B'],
	[['a', 'b'], ['b', 'a'], 'the same in another order, b, a'],
])('of %j expected and %j found, the difference is: %s', (expected, names, difference) => {
	expect(columnDifference(expected, names)).toBe(difference);
});

describe.each<[string, string[]]>([
	['missing', ['a']],
	['new', ['a', 'b', 'c']],
	['renamed', ['a', 'c']],
	['in another order', ['b', 'a']],
])('columns that are %s', (_, names) => {
	const WORDS = 'The export does not have the expected columns: ';

	it('are an error', () => {
		expect(() => held(['a', 'b'], names, 'error')).toThrow(WORDS);
	});

	it('are a hint', () => {
		const { decision, hints } = held(['a', 'b'], names, 'hint');
		expect(decision).toEqual(decisionOf(names));
		expect(hints).toEqual([expect.stringContaining(WORDS)]);
	});

	it('are brought into the expected order', () => {
		const { decision, hints } = held(['a', 'b'], names, 'fit');
		expect(outputNames(decision)).toEqual(['a', 'b']);
		const cells = names.map((name) => `value of ${name}`);
		expect(cellsFor(decision)(cells)).toEqual([
			'value of a',
			names.includes('b') ? 'value of b' : '',
		]);
		expect(hints).toHaveLength(1);
	});
});

it.each(['error', 'hint', 'fit'] as const)('the expected columns are fine (%s)', (onOther) => {
	const { decision, hints } = held(['a', 'b'], ['a', 'b'], onOther);
	expect(hints).toEqual([]);
	expect(outputNames(decision)).toEqual(['a', 'b']);
	expect(cellsFor(decision)(['1', '2'])).toEqual(['1', '2']);
});

it('without expected columns, all are fine', () => {
	expect(held([], ['x'], 'error').decision).toEqual(decisionOf(['x']));
});

it('a file without rows is fine, and has the expected columns if it is to be fitted', () => {
	const contract = { expectedColumns: ['a', 'b'] };
	const about = {
		hasRows: false,
		hint: () => {
			throw new Error('no hint is needed');
		},
	};
	for (const onOtherColumns of ['error', 'hint', 'fit'] as const) {
		const decision = underContract(decisionOf([]), { ...contract, onOtherColumns }, about);
		expect(outputNames(decision)).toEqual(onOtherColumns === 'fit' ? ['a', 'b'] : []);
	}
});

it('no value is ever found below another name', () => {
	const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', '__proto__'), { minLength: 1 });
	fc.assert(
		fc.property(names, names, (expected, found) => {
			const { decision } = held(expected, found, 'fit');
			const cells = cellsFor(decision)(found.map((name) => `of ${name}`));
			expect(cells).toEqual(expected.map((name) => (found.includes(name) ? `of ${name}` : '')));
		}),
	);
});
