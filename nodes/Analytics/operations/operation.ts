import type { INodeExecutionData, INodePropertyOptions } from 'n8n-workflow';
import type { ItemContext } from '../context';
import type { OperationField } from './fields/tool';

export interface Operation {
	option: INodePropertyOptions;
	fields: OperationField[];
	/** Reads the fields of an item, without a call. @throws InputError */
	read(item: ItemContext): Work | Promise<Work>;
}

/** What an operation does for an item once the fields of all items are read. */
export interface Work {
	/** Items with an equal key share what comes of it. */
	key: object;
	/** Makes all calls. If it fails, nothing has left the node. */
	fetch(): Promise<PassOn>;
}

/** Called once all items are fetched, in their order: only then rows go to a sub-workflow. */
export type PassOn = () => Promise<INodeExecutionData[]>;
