import {
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { chatCommerceApiTest } from '../shared/credential/checkCredential';
import { getColumns } from './operations/fields/options';
import { searchQueries } from './operations/fields/queries';
import { properties } from './operations/resources';
import { execute } from './execute';

export class Analytics implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Chat Commerce Analytics',
		name: 'analytics',
		icon: { light: 'file:analytics.svg', dark: 'file:analytics.dark.svg' },
		group: ['input'],
		version: 1,
		// The canvas cuts a long text at its end, where the names of queries differ. 18 characters tell them apart, and fit.
		subtitle:
			'={{ ($parameter["resource"] === "query" ? "query" : { run: "export", start: "start", getStatus: "get status", getResult: "get result" }[$parameter["operation"]]) + ($parameter["operation"].startsWith("get") ? "" : ": " + String($parameter["queryName"]?.value ?? $parameter["queryName"]).replace(/^.+(.{18})$/, "…$1")) }}',
		description:
			'Get analytics data of WhatsApp conversations from Yalo: run queries and bulk exports',
		builderHint: {
			searchHint:
				"The resource 'query' returns up to 100,000 records at once; for more, use 'bulkExport' with the operation 'run' and the output 'csvFile', which starts the export, waits for it and returns its file, without a Wait node or a loop.",
		},
		defaults: { name: 'Chat Commerce Analytics' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'chatCommerceApi', required: true, testedBy: 'chatCommerceApiTest' }],
		properties,
	};

	methods = {
		credentialTest: { chatCommerceApiTest },
		listSearch: { searchQueries },
		loadOptions: { getColumns },
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return [await execute(this, this.continueOnFail())];
	}
}
