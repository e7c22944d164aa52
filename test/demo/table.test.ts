import { tableOf } from './table';

it('puts numbers to the right, and wide characters where their columns end', () => {
	const names = { heading: 'name', cells: ['Ana', '李小龍'] };
	const counts = { heading: 'count', cells: ['5', '1234'], isNumeric: true };
	const notes = { heading: 'note', cells: ['', 'new'] };
	expect(tableOf([names, counts, notes], 80)).toEqual([
		'name    count  note',
		'------  -----  ----',
		'Ana         5',
		'李小龍   1234  new',
	]);
});

it('wraps the last column, so that no line is wider than the screen', () => {
	const phones = { heading: 'phone', cells: ['+5511987654321'] };
	const reasons = { heading: 'reason', cells: ['The phone is not known to the messaging app.'] };
	expect(tableOf([phones, reasons], 40)).toEqual([
		'phone           reason',
		'--------------  ------------------------',
		'+5511987654321  The phone is not known',
		'                to the messaging app.',
	]);
});
