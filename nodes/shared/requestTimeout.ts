import { type Field, seconds } from './field';

/** Options > Request Timeout of both nodes, in seconds. */
export const requestTimeout: Field<number> = {
	field: {
		displayName: 'Request Timeout (Seconds)',
		name: 'requestTimeout',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 300,
		description: 'How long to wait for the service to respond before a request counts as failed',
	},
	schema: seconds,
};
