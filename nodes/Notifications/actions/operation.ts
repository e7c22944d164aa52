import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

/** One operation as the editor shows it: its fields, and what happens for all input items. */
export interface Operation {
	fields: INodeProperties[];
	/** Reads what is the same for all items. @throws InputError */
	prepare(n8n: IExecuteFunctions): Promise<PreparedOperation>;
}

export interface PreparedOperation {
	/** Checks an item, and keeps it for `execute`. @throws InputError */
	add(itemIndex: number): void;
	/** Adds to an output item what it keeps of its input item. */
	keepInput(output: INodeExecutionData, itemIndex: number): INodeExecutionData;
	/**
	 * Works on the items that were added.
	 *
	 * @param continueOnFail whether the others go on when an item fails
	 * @returns one output item for each, by item index
	 */
	execute(continueOnFail: boolean): Promise<Map<number, INodeExecutionData>>;
}
