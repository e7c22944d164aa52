import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
	INodeParameters,
} from 'n8n-workflow';

/** Evaluates the expressions of a credential, and calls its type's `authenticate`, as n8n does. */
export function engineCredentials(
	types: Record<string, ICredentialType>,
	data: Record<string, ICredentialDataDecryptedObject>,
): ICredentialsHelper {
	const helper: Partial<ICredentialsHelper> = {
		async authenticate(credentials, typeName, request) {
			const { authenticate } = types[typeName]!;
			if (typeof authenticate !== 'function')
				throw new Error('Its expressions fail in some workflows');
			return await authenticate(credentials, request as IHttpRequestOptions);
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
