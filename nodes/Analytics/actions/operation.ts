import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { ItemContext } from './itemContext';

/** One operation as the editor shows it: its fields, and what happens for one input item. */
export interface Operation {
	fields: INodeProperties[];
	/** Reads and checks the fields, which uses no call. @throws InputError */
	prepare(item: ItemContext): Task;
}

export type Task = (signal: AbortSignal) => Promise<INodeExecutionData[]>;

interface Definition<Settings> {
	fields: INodeProperties[];
	/** @throws InputError naming the field and the fix */
	read(item: ItemContext): Settings;
	execute(item: ItemContext, settings: Settings): Promise<INodeExecutionData[]>;
}

/** Ties what an operation reads to what it does, which begins once all items have been read. */
export function operation<Settings>({ fields, read, execute }: Definition<Settings>): Operation {
	return {
		fields,
		prepare(item) {
			// Its Request Timeout is checked here, too.
			item.api();
			const settings = read(item);
			return async (signal) => await execute(item.withSignal(signal), settings);
		},
	};
}
