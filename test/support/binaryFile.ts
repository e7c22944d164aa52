import { Container } from '@n8n/di';
import { BinaryDataService } from 'n8n-core';
import type { INodeExecutionData } from 'n8n-workflow';

/** The content of a file that n8n has stored for an item. @throws if the item has no file in this field */
export async function bytesOf(
	item: INodeExecutionData | undefined,
	field = 'data',
): Promise<Buffer> {
	const file = item?.binary?.[field];
	if (!file) throw new Error(`The item has no file in its field ${field}`);
	return await Container.get(BinaryDataService).getAsBuffer(file);
}
