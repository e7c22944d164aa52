import type { INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import type { ItemContext } from '../context';
import type { OperationProperty } from './fields/tool';

/** @template Task the values of the fields of one item */
export interface Operation<Task extends object = object> {
	/** As the list of operations shows it. */
	option: INodePropertyOptions;
	/** The fields, in the order in which the editor shows them. */
	properties: OperationProperty[];
	/** Reads the fields of an item, without a call. @throws InputError */
	read(item: ItemContext): Task | Promise<Task>;
	/**
	 * Does what the fields say. Items with equal tasks share one run, so whatever makes their results
	 * differ is part of the task. @returns the output items
	 */
	run(task: Task, item: ItemContext): Promise<INodeExecutionData[]>;
}
