import type { INodeParameters } from 'n8n-workflow';

export interface Shape {
	parameters: INodeParameters;
	/** The parameters above that hold an expression, which n8n evaluates for every item. */
	evaluated: string[];
}

const fixed = { resource: 'notification', operation: 'send', templateId: 'welcome' };

/** The usual ways to fill in the node. */
export const shapes: Record<string, Shape> = {
	'all fields of the item': {
		parameters: {
			...fixed,
			phone: '={{ $json.phone }}',
			paramsMode: 'allFields',
			excludeFields: 'phone',
		},
		evaluated: ['phone'],
	},
	'two parameters, one label': {
		parameters: {
			...fixed,
			phone: '={{ $json.phone }}',
			paramsMode: 'assignments',
			paramAssignments: {
				assignments: [
					{ id: '1', name: 'name', type: 'string', value: '={{ $json.name }}' },
					{ id: '2', name: 'order_id', type: 'string', value: '={{ $json.order }}' },
				],
			},
			labels: { values: [{ key: 'source', value: 'crm' }] },
		},
		evaluated: ['phone', 'paramAssignments'],
	},
};

function phone(index: number): string {
	return `+55119${String(10_000_000 + index)}`;
}

/** Input items of the node. */
export function customers(count: number) {
	return Array.from({ length: count }, (_, index) => ({
		json: { phone: phone(index), name: `User ${index}`, order: 1_000_000 + index },
	}));
}
