import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { chatCommerceApiTest } from '../shared/credential/checkCredential';
import { sendFields } from './fields/readMessage';
import { listCountries } from './fields/options';
import { searchTemplates, templateParams } from './fields/template';
import { execute } from './execute';

export class Notifications implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Notifications',
		name: 'notifications',
		icon: { light: 'file:notifications.svg', dark: 'file:notifications.dark.svg' },
		group: ['output'],
		version: 1,
		// The canvas cuts a long text at its end, so who receives something stands first. n8n's linter requires the subtitle as
		// a literal. In a new node, or in one that was written by hand, parameters may be undefined.
		subtitle:
			'={{ [{ everyone: "send", testPhone: "test", nobody: "preview" }[$parameter["sendTo"]] ?? "when published", $parameter["templateId"]?.value ?? $parameter["templateId"]].filter(Boolean).join(": ") }}',
		description: 'Send WhatsApp template messages with Yalo to the users of your account',
		builderHint: {
			searchHint:
				"Each input item is one customer, whose phone needs a plus and the country code. The node keeps to the service's limits and tries again where that is safe, so it needs no loop, and refuses Retry On Fail.",
		},
		defaults: { name: 'Chat Commerce Notifications' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'chatCommerceApi', required: true, testedBy: 'chatCommerceApiTest' }],
		properties: [
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
						description: 'Send a WhatsApp template message to the user of each item',
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
		return [await execute(this, this.continueOnFail())];
	}
}
