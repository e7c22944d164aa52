import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { chatCommerceApiTest } from '../shared/credential/connectionTest';
import { InputError } from '../shared/errors';
import { toNodeError } from '../shared/nodeErrors';
import { listCountries } from './actions/fields/options';
import { searchTemplates, templateParams } from './actions/fields/template';
import { sendFields, SendRun } from './actions/send.operation';

export class Notifications implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Notifications',
		name: 'notifications',
		icon: { light: 'file:notifications.svg', dark: 'file:notifications.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle:
			'={{ $parameter["operation"] + ": " + ($parameter["templateId"].value ?? $parameter["templateId"]) }}',
		description: 'Send template notifications to users of the messaging app',
		defaults: { name: 'Chat Commerce Notifications' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'chatCommerceApi', required: true, testedBy: 'chatCommerceApiTest' }],
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'hidden', default: 'notification' },
			{
				displayName: 'Operation',
				name: 'operation',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'Send',
						value: 'send',
						action: 'Send notification',
						description: 'Send a template notification to the user of each item',
					},
				],
				default: 'send',
			},
			...sendFields,
		],
	};

	methods: NonNullable<INodeType['methods']> = {
		credentialTest: { chatCommerceApiTest },
		listSearch: { searchTemplates },
		loadOptions: { listCountries },
		resourceMapping: { templateParams },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const run = new SendRun(this);
		try {
			const operation = this.getNodeParameter('operation', 0, 'send');
			if (operation !== 'send') throw noOperation(operation);
			await run.send(await run.prepare());
		} catch (error) {
			if (run.isStopped) throw toNodeError(this.getNode(), run.stopError(), undefined);
			if (!this.continueOnFail()) throw toNodeError(this.getNode(), error, undefined);
			run.failOthers(error);
		} finally {
			run.remember();
		}
		return [await run.output()];
	}
}

/** A workflow made by hand or by an agent may name what does not exist. */
function noOperation(name: string): InputError {
	return new InputError(`There is no operation "${name}"`, 'Choose Operation from the list.');
}
