import { IANAZone } from 'luxon';
import { InputError } from '../../shared/errors';

/**
 * The time zone of a query.
 *
 * @param value the field; an empty text stands for the workflow's time zone
 * @returns an IANA name
 * @throws InputError if no such zone exists
 */
export function resolveTimeZone(value: unknown, workflowTimeZone: string): string {
	const name = value === '' ? workflowTimeZone : value;
	if (typeof name !== 'string' || name.trim() === '') {
		throw new InputError(
			'Time Zone is empty',
			"Choose a time zone, or leave the field empty for the workflow's. If it is an expression, check that it gives a value.",
		);
	}
	if (!IANAZone.isValidZone(name.trim())) {
		throw new InputError(
			`Time Zone is unknown: ${name.slice(0, 40)}`,
			'Use a name such as America/Sao_Paulo or Europe/London.',
		);
	}
	return name.trim();
}
