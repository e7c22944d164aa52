import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { ItemToRead, ItemToRun } from '../context';

/** What the editor shows of an operation: a field, or a notice. */
export interface OperationProperty {
	property: INodeProperties;
}

/** An operation of the node. @template Task the values of its fields for one input item */
export interface Operation<Task extends object = object> {
	/** Its entry in the list of operations. */
	option: INodePropertyOptions;
	/** Its fields, in the order in which the editor shows them. */
	properties: OperationProperty[];
	/** Reads the fields of an item, without a call to the service. @throws InputError */
	read(item: ItemToRead): Task | Promise<Task>;
	/**
	 * Does what the fields say. Items with equal tasks share one run, so the task must contain everything
	 * that makes a difference to the result.
	 * @returns the output items
	 */
	run(task: Task, item: ItemToRun): Promise<INodeExecutionData[]>;
}
