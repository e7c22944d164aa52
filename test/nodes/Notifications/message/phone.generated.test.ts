import fc from 'fast-check';
import type { CountryCode } from 'libphonenumber-js/max';
import { readPhone } from '../../../../nodes/Notifications/message/phone';
import { InputError } from '../../../../nodes/shared/errors';
import { seeded } from '../../../support/cuts';

function readOrRefuse(
	value: unknown,
	country: CountryCode | undefined,
): ReturnType<typeof readPhone> | InputError {
	try {
		return readPhone(value, country);
	} catch (error) {
		if (error instanceof InputError) return error;
		throw error;
	}
}

it('whatever is given ends in a number or an InputError that shows four digits at most', () => {
	const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 18 });
	const prefix = fc.constantFrom('', '+', '00', '0', '(', 'tel:', 'whatsapp:+');
	const suffix = fc.constantFrom('', '.0', '@c.us', ' x5', '/7');
	const value = fc.oneof(
		fc.tuple(prefix, digits, suffix).map((parts) => parts.join('')),
		fc.anything({ maxDepth: 1, maxKeys: 2 }),
		fc.string({ unit: 'binary', maxLength: 40 }),
		fc.double(),
		fc.maxSafeInteger(),
	);
	const country = fc.constantFrom(undefined, 'BR', 'US', 'IN', 'DE', 'ID');

	fc.assert(fc.property(value, country, checkNumberOrError), seeded(2_000));
});

function checkNumberOrError(phone: unknown, defaultCountry: CountryCode | undefined): void {
	const result = readOrRefuse(phone, defaultCountry);
	if (result instanceof InputError) {
		expect(result.message).not.toMatch(/\d{5}/);
		return;
	}
	expect(result.e164).toMatch(/^\+[1-9]\d{4,14}$/);
	expect(result.recipientKey).toMatch(/^\+\d+$/);
	expect(readPhone(`whatsapp:${result.e164}`, undefined).e164).toBe(result.e164);
}
