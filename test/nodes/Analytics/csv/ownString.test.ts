import fc from 'fast-check';
import { ownString } from '../../../../nodes/Analytics/csv/ownString.ts';
import { seeded } from '../../../support/cuts.ts';

describe('ownString', () => {
	it('changes no text', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(5), (text, start) => {
				const view = `${text}${text}`.slice(start);
				expect(ownString(view)).toBe(view);
			}),
			seeded(500),
		);
		expect(ownString('a\0 in a longer text')).toBe('a\0 in a longer text');
	});
});
