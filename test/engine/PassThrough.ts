import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';

/** Takes the place of a node of n8n, as the engine comes without nodes. It passes its items on. */
export class PassThrough implements INodeType {
	description: INodeType['description'];

	constructor(type: string) {
		const isTrigger = /trigger|webhook/i.test(type);
		this.description = {
			displayName: type,
			name: type.split('.').at(-1) ?? type,
			group: [isTrigger ? 'trigger' : 'transform'],
			version: [1, 2],
			description: '',
			defaults: {},
			inputs: isTrigger ? [] : ['main'],
			outputs: ['main'],
			properties: [],
		};
	}

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [this.getInputData()];
	}
}
