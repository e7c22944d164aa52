import { writtenTexts } from '../../../../nodes/shared/fields/writtenText';

it('finds the texts of a field at any depth, each with its place and its expressions', () => {
	const labels = { values: [{ key: 'a', value: '=b {{ 1 }} {{ 2 }}' }] };
	expect(writtenTexts(labels)).toMatchObject([
		{ path: ['values', '0', 'key'], isExpression: false, codes: [] },
		{
			path: ['values', '0', 'value'],
			isExpression: true,
			codes: [' 1 ', ' 2 '],
		},
	]);
});

it.each([
	{ text: 'a', isSingle: false },
	{ text: '=a', isSingle: false },
	{ text: '={{ a }}', isSingle: true },
	{ text: '={{ a }} ', isSingle: false },
])('knows whether "$text" is one single expression', ({ text, isSingle }) => {
	expect(writtenTexts(text)).toMatchObject([{ isSingle }]);
});
