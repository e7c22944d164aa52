import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Item, Result } from './item';

export interface Operation {
	option: INodePropertyOptions;
	fields: INodeProperties[];
	/**
	 * Reads the fields without a call; the result runs once all items are read. @throws InputError
	 */
	prepare(item: Item): () => Promise<Result>;
}
