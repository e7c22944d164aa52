import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	ICredentialType,
	IHttpRequestOptions,
} from 'n8n-workflow';

/** What n8n asks of its credentials when a node makes a request. */
type Asked = Pick<
	ICredentialsHelper,
	| 'authenticate'
	| 'getDecrypted'
	| 'getParentTypes'
	| 'isCredentialUsableByNode'
	| 'preAuthentication'
>;

/**
 * Gives nodes their credentials, and authenticates requests as n8n does: by the `authenticate` of
 * the credential type, with n8n's own expressions.
 */
export function engineCredentials(
	types: Record<string, ICredentialType>,
	data: Record<string, ICredentialDataDecryptedObject>,
): ICredentialsHelper {
	const asked: Asked = {
		async authenticate(credentials, typeName, request, workflow, node) {
			if (!workflow || !node) throw new Error('A request outside of a workflow');
			const { properties } = types[typeName]!.authenticate as IAuthenticateGeneric;
			const valueOf = (value: unknown) =>
				workflow.expression.getSimpleParameterValue(
					node,
					value as string,
					'internal',
					{ $credentials: credentials },
					undefined,
					'',
				);
			const headers = Object.entries(properties.headers ?? {}).map(([name, value]) => [
				name,
				valueOf(value),
			]);
			const all = { ...request.headers, ...Object.fromEntries(headers) };
			return { ...(request as IHttpRequestOptions), headers: all };
		},
		async getDecrypted(_, __, typeName) {
			const defaults = types[typeName]!.properties.map((field) => [field.name, field.default]);
			return { ...Object.fromEntries(defaults), ...data[typeName] };
		},
		getParentTypes: () => [],
		isCredentialUsableByNode: () => true,
		preAuthentication: async () => undefined,
	};
	return asked as ICredentialsHelper;
}
