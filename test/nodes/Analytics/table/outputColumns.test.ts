import { outputColumns, shownNames } from '../../../../nodes/Analytics/table/outputColumns';
import type { InputError } from '../../../../nodes/shared/errors';
import { thrownBy } from '../../../support/thrown';

const NAMES = ['day', 'store_id', 'orders'];

const errorOf = (names: string[], wanted: string[]) =>
	thrownBy<InputError>(() => outputColumns(names, wanted));

it('gives the wanted columns in their order, named as the user writes them', () => {
	const { names, isAll, pick } = outputColumns(NAMES, ['or-ders', 'day']);
	expect(names).toEqual(['or-ders', 'day']);
	expect(isAll).toBe(false);
	expect(pick(['1', '2', '3'])).toEqual(['3', '1']);
});

it('prefers the very name to one that is like it', () => {
	const { pick } = outputColumns(['Store ID', 'store_id', 'STORE'], ['store_id', 'store']);
	expect(pick(['1', '2', '3'])).toEqual(['2', '3']);
});

it('takes an accent for the same in both encodings of Unicode', () => {
	const { pick } = outputColumns(['Me\u0301xico', 'day'], ['M\u00e9xico']);
	expect(pick(['1', '2'])).toEqual(['1']);
});

it.each([
	{ why: 'two names are like it', names: ['Store ID', 'store_id'], wanted: 'storeId' },
	{ why: 'it differs in punctuation, and has nothing else', names: ['#', 'c++'], wanted: '%' },
	{ why: 'a plus is no punctuation', names: ['#', 'c++'], wanted: 'c' },
	{ why: 'a percent sign makes another column', names: ['Read'], wanted: 'Read %' },
	{ why: 'so does a minus before a number', names: ['1'], wanted: '-1' },
	{ why: 'so does a point within one', names: ['15'], wanted: '1.5' },
])('does not find a column if $why', ({ names, wanted }) => {
	expect(errorOf(names, [wanted]).message).toBe(`There is no column "${wanted}"`);
});

it('quotes each missing name by itself', () => {
	const { message, description } = errorOf(['Total, BRL', 'id'], ['Total', 'BRL']);
	expect(message).toBe('There is no column "Total", "BRL"');
	expect(description).toContain('The columns are: "Total, BRL", id.');
});

it('shows no more names than one reads', () => {
	expect(shownNames(Array<string>(100).fill('a name'))).toHaveLength(201);
});
