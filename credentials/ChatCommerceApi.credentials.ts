import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';
import { credentialFields } from '../nodes/shared/credential/fields';

/** The credential of both nodes (section 5): the token, the addresses, and defaults. */
export class ChatCommerceApi implements ICredentialType {
	name = 'chatCommerceApi';

	displayName = 'Yalo Chat Commerce API';

	icon: Icon = { light: 'file:chatCommerce.svg', dark: 'file:chatCommerce.dark.svg' };

	documentationUrl =
		'https://github.com/n8n-nodes-chat-commerce/n8n-nodes-chat-commerce/blob/main/docs/credentials.md';

	properties: INodeProperties[] = credentialFields;

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiToken.trim()}}' } },
	};
}
