import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { Notifications } from '../../nodes/Notifications/Notifications.node';

/** @param onRead is called with the name of each parameter that the node asks for, before n8n evaluates it */
export function nodeWithReads(onRead: (name: string) => void): INodeType {
	const { description, execute } = new Notifications();
	return {
		description,
		async execute(this: IExecuteFunctions) {
			const value = (name: string, itemIndex: number, fallback: object) => {
				onRead(name);
				return this.getNodeParameter(name, itemIndex, fallback);
			};
			const context = Object.create(this, { getNodeParameter: { value } }) as IExecuteFunctions;
			return await execute.call(context);
		},
	};
}
