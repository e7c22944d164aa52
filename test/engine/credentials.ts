import type {
	ICredentialDataDecryptedObject,
	ICredentialsHelper,
	IHttpRequestOptions,
	INodeParameters,
} from 'n8n-workflow';
import { ChatCommerceApi } from '../../credentials/ChatCommerceApi.credentials';

/** How a node says which credential it has: this engine has only one. */
export const CREDENTIALS = { chatCommerceApi: { id: '1', name: 'Test' } };

/** Evaluates the expressions of our credential, and calls its `authenticate`, as n8n does. */
export function engineCredentials(data: ICredentialDataDecryptedObject): ICredentialsHelper {
	const type = new ChatCommerceApi();
	const helper: Partial<ICredentialsHelper> = {
		authenticate: async (credentials, _, request) =>
			await type.authenticate(credentials, request as IHttpRequestOptions),
		async getDecrypted(_, __, ___, mode, executeData, ____, item) {
			const defaults = type.properties.map((field) => [field.name, field.default]);
			const stored = { ...(Object.fromEntries(defaults) as object), ...data };
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
