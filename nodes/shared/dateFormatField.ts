import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';

const OTHER_FORMATS =
	'With an expression, any <a href="https://moment.github.io/luxon/#/formatting">Luxon format</a> can be given, such as yyyy/MM/dd.';

/**
 * Date Format of the credential, and of a node's options. Its values are those of `dates/dateFormat.ts`.
 */
export function dateFormatField(description: string) {
	return {
		field: {
			displayName: 'Date Format',
			name: 'dateFormat',
			type: 'options',
			options: [
				{ name: 'Date', value: 'date', description: 'For example 2026-11-01' },
				{
					name: 'Date and Time',
					value: 'dateTime',
					description: 'For example 2026-11-01T00:00:00.000-03:00',
				},
			],
			default: 'date',
			description: `${description} ${OTHER_FORMATS}`,
		} satisfies INodeProperties,
		schema: z.string({ message: 'Choose a format, or enter a Luxon format' }),
	};
}
