import type { INodeExecutionData, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { RowsToPassOn } from '../outputs/context';
import type { Item } from './item';

export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/** Reads the fields of an item, without a call. @throws InputError */
	prepare(item: Item): Task;
}

/** What an operation does for an item once the fields of all items are read. */
export interface Task {
	/** Items with an equal key share what was fetched. */
	key: object;
	/** Makes all calls. If it fails, nothing has left the node. */
	fetch(): Promise<Fetched>;
}

export type Fetched = INodeExecutionData[] | RowsToPassOn;
