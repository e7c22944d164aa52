import fc from 'fast-check';
import { shownPhone, withoutNumbersOf } from '../../../../nodes/Notifications/message/shownPhone';
import { seeded } from '../../../support/cuts';

it.each<{ text: string; shown: string }>([
	{ text: '+55 (11) 98765-4321', shown: '…4321' },
	{ text: "'+5511987654321", shown: "'…4321" },
	{ text: 'call Ana, +5511987654321', shown: 'call Ana, …4321' },
	{ text: '12345', shown: '…2345' },
	{ text: '1234', shown: '1234' },
	{ text: 'n/a', shown: 'n/a' },
])('$text is shown as $shown', ({ text, shown }) => {
	expect(shownPhone(text)).toBe(shown);
});

const ANA = '+5511987654321';
const BEN = '+447911123456';

describe('a text that several users see has at most four digits of each of their numbers', () => {
	const withoutNumbers = withoutNumbersOf([ANA, BEN]);

	it.each<{ text: string; shown: string }>([
		{ text: '(131030) 5511987654321', shown: '(131030) …4321' },
		{ text: '+5511987654321 99', shown: '…4321 99' },
		{ text: '5511987654321,447911123456', shown: '…4321,…3456' },
		{ text: '5511987654321447911123456', shown: '…4321…3456' },
		{ text: 'id 13579 +55 (11) 98765-4321', shown: 'id 13579 …4321' },
		{ text: '2026-11-25 10:00:00 5511987654321 400', shown: '2026-11-25 10:00:00 …4321 400' },
		{ text: '+55/11/98765/4321', shown: '…4321' },
		{ text: '+55\u00a011\u00a098765\u00a04321', shown: '…4321' },
		{ text: '+55 11 9 - 8765 - 4321', shown: '…4321' },
		{ text: '551187654321@c.us', shown: '…4321@c.us' },
		{ text: '(11) 98765-4321 is not valid', shown: '(…4321 is not valid' },
		{ text: '{"phone":"07911 123456"}', shown: '{"phone":"0…3456"}' },
		{ text: 'number ends with 4321', shown: 'number ends with 4321' },
		{ text: 'order 20261125, status 400', shown: 'order 20261125, status 400' },
	])('$text is shown as $shown', ({ text, shown }) => {
		expect(withoutNumbers(text)).toBe(shown);
	});

	it.each([
		{ number: '+5531987654321', writing: '553187654321', shown: 'of …4321.' },
		{ number: '+553187654321', writing: '5531987654321', shown: 'of …4321.' },
		{ number: '+525512345678', writing: '5215512345678', shown: 'of …5678.' },
		{ number: '+5491123456789', writing: '541123456789', shown: 'of …6789.' },
		{ number: '+541123456789', writing: '5491123456789', shown: 'of …6789.' },
	])('$number is hidden as WhatsApp writes it, too: $writing', ({ number, writing, shown }) => {
		expect(withoutNumbersOf([number])(`of ${writing}.`)).toBe(shown);
	});

	it('whatever stands next to a number and between its digits', () => {
		const noise = fc.string({ unit: fc.constantFrom(...'0123456789 +-/().,:a'), maxLength: 12 });
		const gap = fc.constantFrom('', '', ' ', '-', '.', '/', ') ', ' (', '\u00a0', ' - ', '\n');
		const gaps = fc.array(gap, { minLength: ANA.length, maxLength: ANA.length });
		const middleOfNumber = /9876|8765|7654/;

		const checkShown = (before: string, separators: string[], after: string) => {
			const number = [...ANA].map((char, at) => `${char}${separators[at]}`).join('');
			const shownDigits = digitsOf(withoutNumbers(`${before}x${number}x${after}`));
			const otherDigits = digitsOf(`${before}${after}`);
			expect(shownDigits.length).toBeLessThanOrEqual(otherDigits.length + 4);
			const isShown = middleOfNumber.test(shownDigits) && !middleOfNumber.test(otherDigits);
			expect(isShown).toBe(false);
		};
		fc.assert(fc.property(noise, gaps, noise, checkShown), seeded(2_000));
	});

	it('even if other digits stand directly before and after it', () => {
		const digits = fc.stringMatching(/^\d{0,9}$/);
		const checkShown = (before: string, after: string) => {
			const shown = withoutNumbers(`${before}5511987654321${after}`);
			expect(shown).toContain('…');
			expect(shown).not.toContain('54321');
		};
		fc.assert(fc.property(digits, digits, checkShown), seeded(2_000));
	});
});

function digitsOf(text: string): string {
	return text.replace(/\D/g, '');
}
