import { z } from 'zod';
import type { Execution } from '../../shared/context';
import { InputError } from '../../shared/errors';
import { asText } from '../../shared/text';
import { textField } from '../../shared/fields/makeField';
import { labelOf, type Field } from '../../shared/fields/field';
import type { FieldReader } from '../../shared/fields/fieldReader';
import { isOfItem, takenFromItems } from '../../shared/fields/takenFromItems';
import { type Phone, readPhone } from '../message/phone';
import { shownPhone } from '../message/phoneWriting';
import { withItems } from './fixedItem';
import { options } from './options';
import { MAX_TESTS } from './sendTo';

export const phone: Field<unknown> = {
	...textField('Phone', 'phone', z.unknown(), {
		emptyPart: 'error',
		required: true,
		placeholder: 'e.g. +5511987654321',
		description:
			'In any common format, with + and the country code. For numbers without a country code, choose Options > Default Country.',
	}),
	textInError: shownPhone,
};

export const testPhone: Field<unknown> = {
	...phone,
	property: {
		...phone.property,
		displayName: 'Test Phone',
		name: 'testPhone',
		displayOptions: { show: { sendTo: ['testPhone'] } },
		description: 'A test does not count for Send Once',
	},
};

/** The user whom an item notifies. @throws InputError, which shows only the last four digits */
export function readRecipient(fields: FieldReader, itemIndex: number): Phone {
	const country = fields.read(options.fields.defaultCountry, itemIndex);
	return readPhone(fields.read(phone, itemIndex), country);
}

/**
 * The phone that gets the tests of a run, in E.164.
 * @throws InputError also for a phone that depends on the item, even if there is only one, as in a loop: customers would
 * get the messages
 */
export function readTestPhone({ n8n, fields }: Execution): string {
	const label = labelOf(testPhone);
	const country = fields.read(options.fields.defaultCountry, 0);
	const tests = n8n.getInputData().slice(0, MAX_TESTS);
	const phones = tests.map((_, itemIndex) => fields.read(testPhone, itemIndex));
	const { e164 } = readPhone(phones[0], country, label);
	const codes = fields.codesOf(testPhone);
	const isSame =
		phones.every((each) => each === phones[0]) && codes.every((code) => isOfAll(code, fields));
	if (isSame) return e164;
	throw new InputError(
		`${label} is one phone for the run, but its expression depends on the item`,
		'Enter your own phone.',
	);
}

/** Whether code is the same for all items: neither of the input, nor of one of several items of another node. */
function isOfAll(code: string, fields: FieldReader): boolean {
	if (takenFromItems(code).some((taken) => /^\$(?:json|data|input)\b/.test(taken))) return false;
	if (!isOfItem(code)) return true;
	const [first, last] = ['first()', 'last()'].map((which) => {
		return asText(fields.evaluate(withItems(code, which), 0));
	});
	return first === last && first !== '';
}
