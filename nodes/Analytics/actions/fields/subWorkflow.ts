import type { INodeProperties } from 'n8n-workflow';
import { z } from 'zod';
import { type Field, readField, wholeNumber } from '../../../shared/field';
import type { ItemContext } from '../itemContext';

const forSubWorkflow = { show: { output: ['subWorkflow'] } };

const CHOOSE =
	'Choose the workflow that the rows are passed on to. It begins with the trigger When Executed by Another Workflow';

/** Lists give an object, expressions may give the ID alone. */
const workflowIdSchema = z
	.union([
		z.string(),
		z.number().transform(String),
		z.object({ value: z.union([z.string(), z.number().transform(String)]) }),
	])
	.catch('')
	.transform((chosen) => (typeof chosen === 'string' ? chosen : chosen.value).trim())
	.pipe(z.string().min(1, CHOOSE));

const workflowId: Field<string> = {
	field: {
		displayName: 'Workflow',
		name: 'workflowId',
		type: 'workflowSelector',
		displayOptions: forSubWorkflow,
		default: '',
		required: true,
		hint: 'Must begin with the trigger "When Executed by Another Workflow" and be published. In its settings, do not save successful executions: each would hold its rows.',
	},
	schema: workflowIdSchema,
};

const rowsPerBatch: Field<number> = {
	field: {
		displayName: 'Rows per Batch',
		name: 'rowsPerBatch',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: forSubWorkflow,
		default: 10_000,
		description:
			'How many rows the workflow gets at once, one item each. Fewer take less memory, more take less time.',
	},
	schema: wholeNumber,
};

const startAtRow: Field<number> = {
	field: {
		displayName: 'Start at Row',
		name: 'startAtRow',
		type: 'number',
		typeOptions: { minValue: 1 },
		displayOptions: forSubWorkflow,
		default: 1,
		description:
			'The first row to pass on, counted from 1 without the column names. After a failed batch, the error says which row to enter.',
	},
	schema: wholeNumber,
};

export const subWorkflowFields: INodeProperties[] = [workflowId.field, rowsPerBatch.field];
/** Of Get Result, since rows are counted within one job. */
export const startAtRowField: INodeProperties = startAtRow.field;

export interface SubWorkflowSettings {
	workflowId: string;
	rowsPerBatch: number;
	/** Of the first job, counted from 1. */
	startAtRow: number;
}

/** Reads how rows are to be passed on to another workflow. @throws InputError naming the field */
export function readSubWorkflow(item: ItemContext): SubWorkflowSettings {
	return {
		workflowId: readField(workflowId, item.parameter('workflowId', '')),
		rowsPerBatch: readField(rowsPerBatch, item.parameter('rowsPerBatch', 10_000)),
		startAtRow: readField(startAtRow, item.parameter('startAtRow', 1)),
	};
}
