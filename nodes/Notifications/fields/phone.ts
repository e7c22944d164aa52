import { z } from 'zod';
import { textParam } from '../../shared/params/makeParam';
import type { ParamReader } from '../../shared/params/paramReader';
import { type Phone, readPhone } from '../message/phone';
import { shownPhone } from '../message/phoneWriting';
import { options } from './options';

export const phone = textParam('Phone', 'phone', z.unknown(), {
	emptyPart: 'error',
	textInError: shownPhone,
	required: true,
	placeholder: 'e.g. +5511987654321',
	description:
		'In any common format, with + and the country code. For numbers without a country code, choose Options > Default Country.',
});

/** The user whom an item notifies. @throws InputError, which shows only the last four digits */
export function readRecipient(parameters: ParamReader, itemIndex: number): Phone {
	const country = parameters.read(options.fields.defaultCountry, itemIndex);
	return readPhone(parameters.read(phone, itemIndex), country);
}
