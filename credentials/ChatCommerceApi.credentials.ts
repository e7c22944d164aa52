import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';
import { credentialFields } from '../nodes/shared/credential/fields';

/** The credential of both nodes (section 5): the token, the addresses, and defaults. */
export class ChatCommerceApi implements ICredentialType {
	// `CREDENTIAL` of the fields. n8n's scanner only reads a literal.
	name = 'chatCommerceApi';

	displayName = 'Yalo Chat Commerce API';

	icon: Icon = { light: 'file:chatCommerce.svg', dark: 'file:chatCommerce.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-chat-commerce/n8n-nodes-chat-commerce/blob/main/docs/credentials.md';

	properties: INodeProperties[] = credentialFields;

	/** A function, because an expression fails in workflows with the setting "Execution Logic v2". */
	async authenticate(
		{ apiToken }: ICredentialDataDecryptedObject,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const authorization = `Bearer ${(apiToken as string).trim()}`;
		return { ...request, headers: { ...request.headers, Authorization: authorization } };
	}
}
