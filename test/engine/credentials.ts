import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
} from 'n8n-workflow';

/** Authenticates requests by the credential type's `authenticate`, with n8n's own expressions. */
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
		async getDecrypted(_, __, typeName) {
			const defaults = types[typeName]!.properties.map((field) => [field.name, field.default]);
			return { ...(Object.fromEntries(defaults) as object), ...data[typeName] };
		},
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
	};
	return helper as ICredentialsHelper;
}
