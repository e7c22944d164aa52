import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
	INodeParameters,
} from 'n8n-workflow';

/** Evaluates the expressions of a credential, and of its type's `authenticate`, as n8n does. */
export function engineCredentials(
	types: Record<string, ICredentialType>,
	data: Record<string, ICredentialDataDecryptedObject>,
): ICredentialsHelper {
	const helper: Partial<ICredentialsHelper> = {
		async authenticate(credentials, typeName, request, workflow, node) {
			if (!workflow || !node) throw new Error('A request outside of a workflow');
			const { properties } = types[typeName]!.authenticate as IAuthenticateGeneric;
			const headers = { ...request.headers } as Record<string, unknown>;
			for (const [name, value] of Object.entries(properties.headers ?? {})) {
				const given = { $credentials: credentials };
				const get = workflow.expression.getSimpleParameterValue.bind(workflow.expression);
				headers[name] = get(node, value as string, 'internal', given, undefined, '');
			}
			return { ...request, headers } as IHttpRequestOptions;
		},
		async getDecrypted(_, __, typeName, mode, executeData, ___, item) {
			const defaults = types[typeName]!.properties.map((field) => [field.name, field.default]);
			const stored = { ...(Object.fromEntries(defaults) as object), ...data[typeName] };
			// Expressions are those of the item for which the node asks, as in n8n's CredentialsHelper.
			if (!item) return stored;
			return item.workflow.expression.getParameterValue(
				stored as INodeParameters,
				item.runExecutionData,
				item.runIndex,
				item.itemIndex,
				item.node.name,
				item.connectionInputData,
				mode,
				{},
				executeData,
				false,
				stored,
			) as ICredentialDataDecryptedObject;
		},
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
	};
	return helper as ICredentialsHelper;
}
